import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'

/** On a busy machine, nearly every turn takes long or accepts a connection. */
const acceptMaxMs = 2_000
const quietTurnMs = 0.5
/** A proxy sends its request as soon as it has a connection. */
const freshMaxMs = 500

/**
 * Lets the event loop accept the connections that wait. Ends after a turn that accepted none and took almost no time, so
 * that hardly any can have arrived since, or after a limited time.
 * @param count the number of connections accepted so far
 */
async function acceptWaiting(count: () => number): Promise<void> {
  const until = performance.now() + acceptMaxMs
  // The first turn may already be past accepting.
  await endOfTurn()
  for (let isQuiet = false; !isQuiet && performance.now() < until;) {
    const [before, begunAt] = [count(), performance.now()]
    await endOfTurn()
    isQuiet = count() === before && performance.now() - begunAt <= quietTurnMs
  }
}

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Responses in progress, of all HTTP servers of the process. */
export interface InFlight {
  /** Tracks a server from now on. Others are tracked from their first request on, which Node's diagnostics channel shows. */
  watch(server: Server): void
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
   * nginx sample closes them after 3 seconds.
   */
  drain(idleMs: number): Promise<void>
}

/** Starts tracking the HTTP servers of this process. */
export function watchRequests(): InFlight {
  const servers = new Set<Server>()
  const answers = new Set<ServerResponse>()
  /** Connections on which a proxy sent a request. */
  const proxied = new Set<Socket>()
  /** Connections without a request so far. */
  const fresh = new Set<Socket>()
  let accepted = 0
  let isLeaving = false
  let lastAt = -Infinity
  let onChange: (() => void) | null = null

  const followSocket = (socket: Socket, sockets: Set<Socket>) => {
    if (sockets.has(socket)) return
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      onChange?.()
    })
  }
  const watchServer = (server: Server) => {
    if (servers.has(server)) return
    servers.add(server)
    server.on('connection', (socket) => {
      accepted += 1
      followSocket(socket, fresh)
    })
  }

  subscribe('http.server.request.start', (message) => {
    // Node documents this shape for the channel.
    const { request, response, server } = message as RequestStart
    watchServer(server)
    answers.add(response)
    fresh.delete(request.socket)
    if (request.headers['x-forwarded-for'] !== undefined) followSocket(request.socket, proxied)
    lastAt = performance.now()
    if (isLeaving) response.shouldKeepAlive = false
    response.once('close', () => {
      answers.delete(response)
      onChange?.()
    })
  })

  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (isReached()) resolve()
      }
      onChange = check
      check()
    })
  const closeWithAnswers = () => {
    isLeaving = true
    for (const response of answers) if (!response.headersSent) response.shouldKeepAlive = false
  }

  return {
    watch: watchServer,
    count: () => answers.size,
    leave: async (timeoutMs) => {
      closeWithAnswers()
      if (performance.now() - lastAt < 1_000) await sleep(timeoutMs)
    },
    refuseNew: async () => {
      closeWithAnswers()
      // Closing a server resets the connections that wait to be accepted.
      await acceptWaiting(() => accepted)
      for (const server of servers) {
        // The method of HTTP servers would also close idle connections.
        NetServer.prototype.close.call(server)
        if (proxied.size === 0) server.closeIdleConnections()
      }
    },
    drain: async (idleMs) => {
      // Connections that were just accepted get their requests. A browser may also keep one open without a request.
      await Promise.race([until(() => fresh.size === 0), sleep(freshMaxMs)])
      await Promise.race([until(() => answers.size === 0 && proxied.size === 0), sleep(idleMs)])
      await until(() => answers.size === 0)
      for (const server of servers) server.closeIdleConnections()
    },
  }
}
