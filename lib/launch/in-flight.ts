import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Responses in progress. Next does not expose its server, but Node's diagnostics channel shows it. */
export interface InFlight {
  count(): number
  /**
   * Serves requests for a while, and closes each connection with its response. Afterwards few connections are idle. A
   * balancer may send a request on an idle connection at the moment when it is closed, and must not send a write again.
   * Returns at once when no request arrived within the last second.
   */
  leave(timeoutMs: number): Promise<void>
  /**
   * Accepts no new connections and closes idle ones. Responses in progress continue, and each connection closes after
   * its response.
   */
  refuseNew(): void
  /** Resolves when the last response was sent. */
  drain(): Promise<void>
}

/** Starts tracking every HTTP server of this process. */
export function watchRequests(): InFlight {
  const servers = new Set<Server>()
  const answers = new Set<ServerResponse>()
  let isLeaving = false
  let lastAt = 0
  let onEmpty: (() => void) | null = null

  subscribe('http.server.request.start', (message) => {
    // Node documents this shape for the channel.
    const { response, server } = message as RequestStart
    servers.add(server)
    answers.add(response)
    lastAt = performance.now()
    if (isLeaving) response.shouldKeepAlive = false
    response.once('close', () => {
      answers.delete(response)
      if (answers.size === 0) onEmpty?.()
    })
  })

  const closeWithAnswers = () => {
    isLeaving = true
    for (const response of answers) if (!response.headersSent) response.shouldKeepAlive = false
  }

  return {
    count: () => answers.size,
    leave: async (timeoutMs) => {
      closeWithAnswers()
      if (performance.now() - lastAt < 1_000) await sleep(timeoutMs)
    },
    refuseNew: () => {
      closeWithAnswers()
      for (const server of servers) {
        server.close()
        server.closeIdleConnections()
      }
    },
    drain: () =>
      new Promise((resolve) => {
        if (answers.size === 0) resolve()
        else onEmpty = resolve
      }),
  }
}
