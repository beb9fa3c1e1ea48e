import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Answers in progress. Next does not expose its server, but Node's diagnostics channel shows it. */
export interface InFlight {
  count(): number
  /** Accepts no new connections and closes idle ones. Answers in progress continue, and their connections end with them. */
  refuseNew(): void
  /** Resolves when the last answer was sent, or after `timeoutMs`. True when all were sent. */
  drain(timeoutMs: number): Promise<boolean>
}

/** Starts tracking every HTTP server of this process. */
export function watchRequests(): InFlight {
  const servers = new Set<Server>()
  const answers = new Set<ServerResponse>()
  let isRefusing = false
  let onEmpty: (() => void) | null = null

  subscribe('http.server.request.start', (message) => {
    // Node documents this shape for the channel.
    const { response, server } = message as RequestStart
    servers.add(server)
    answers.add(response)
    if (isRefusing) response.shouldKeepAlive = false
    response.once('close', () => {
      answers.delete(response)
      if (answers.size === 0) onEmpty?.()
    })
  })

  return {
    count: () => answers.size,
    refuseNew: () => {
      isRefusing = true
      for (const response of answers) if (!response.headersSent) response.shouldKeepAlive = false
      for (const server of servers) {
        server.close()
        server.closeIdleConnections()
      }
    },
    drain: (timeoutMs) =>
      new Promise((resolve) => {
        if (answers.size === 0) return resolve(true)
        const timer = setTimeout(() => resolve(false), timeoutMs)
        onEmpty = () => {
          clearTimeout(timer)
          resolve(true)
        }
      }),
  }
}
