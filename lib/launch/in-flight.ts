import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'

/** Lets the event loop read what has arrived. The first turn may already be past that. */
async function readArrived(): Promise<void> {
  await endOfTurn()
  await endOfTurn()
}

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Responses in progress. Next does not expose its server, but Node's diagnostics channel shows it. */
export interface InFlight {
  count(): number
  /**
   * Serves requests for a while, and closes each connection with its response. Afterwards few connections are idle.
   * Returns at once when no request arrived within the last second.
   */
  leave(timeoutMs: number): Promise<void>
  /**
   * Accepts no new connections. Responses in progress continue, and each connection closes after its response. Idle
   * connections of a proxy stay open: it may be sending a write on one, and must not send that again.
   */
  refuseNew(): Promise<void>
  /**
   * Resolves when the last response was sent, and a proxy has closed its idle connections or had `idleMs` for it. The
   * nginx sample closes them after 4 seconds.
   */
  drain(idleMs: number): Promise<void>
}

/** Starts tracking every HTTP server of this process. */
export function watchRequests(): InFlight {
  const servers = new Set<Server>()
  const answers = new Set<ServerResponse>()
  /** Connections on which a proxy sent a request. */
  const proxied = new Set<Socket>()
  let isLeaving = false
  let lastAt = -Infinity
  let onChange: () => void = () => undefined

  const watchSocket = (socket: Socket) => {
    if (proxied.has(socket)) return
    proxied.add(socket)
    socket.once('close', () => {
      proxied.delete(socket)
      onChange()
    })
  }

  subscribe('http.server.request.start', (message) => {
    // Node documents this shape for the channel.
    const { request, response, server } = message as RequestStart
    servers.add(server)
    answers.add(response)
    if (request.headers['x-forwarded-for'] !== undefined) watchSocket(request.socket)
    lastAt = performance.now()
    if (isLeaving) response.shouldKeepAlive = false
    response.once('close', () => {
      answers.delete(response)
      onChange()
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
    refuseNew: async () => {
      closeWithAnswers()
      // Accepts the connections that are already waiting. Closing the server would reset them.
      await readArrived()
      for (const server of servers) {
        // That of an HTTP server also closes its idle connections.
        NetServer.prototype.close.call(server)
        if (proxied.size === 0) server.closeIdleConnections()
      }
    },
    drain: async (idleMs) => {
      const until = (isReached: () => boolean) =>
        new Promise<void>((resolve) => {
          onChange = () => {
            if (isReached()) resolve()
          }
          onChange()
        })
      // Requests on connections that were accepted last are read.
      await readArrived()
      await Promise.race([until(() => answers.size === 0 && proxied.size === 0), sleep(idleMs)])
      await until(() => answers.size === 0)
      for (const server of servers) server.closeIdleConnections()
    },
  }
}
