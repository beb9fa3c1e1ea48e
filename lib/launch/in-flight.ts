import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'

const acceptMaxMs = 600
/** A proxy sends its request as soon as it has a connection. */
const freshMaxMs = 500
const quietTurnMs = 0.5

/**
 * Accepts the connections that wait, and reads what has arrived on them. It ends with a turn of the event loop that accepted
 * none and did almost nothing else, so that almost none can have arrived since. A busy loop gets a limited time for it.
 */
async function acceptWaiting(servers: Iterable<Server>): Promise<void> {
  let isNew = true
  const note = () => {
    isNew = true
  }
  for (const server of servers) server.on('connection', note)
  const until = performance.now() + acceptMaxMs
  let turnMs = Infinity
  // The first turn may already be past accepting.
  await endOfTurn()
  while ((isNew || turnMs > quietTurnMs) && performance.now() < until) {
    isNew = false
    const begunAt = performance.now()
    await endOfTurn()
    turnMs = performance.now() - begunAt
  }
  for (const server of servers) server.off('connection', note)
}

interface RequestStart {
  request: IncomingMessage
  response: ServerResponse
  server: Server
}

/** Responses in progress, of all HTTP servers of the process. */
export interface InFlight {
  /** Closes this server with the others even if it never gets a request. Node's diagnostics channel shows only requests. */
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
   * nginx sample closes them after 4 seconds.
   */
  drain(idleMs: number): Promise<void>
}

/** Starts tracking every HTTP server of this process, from its first request on. */
export function watchRequests(): InFlight {
  const servers = new Set<Server>()
  const answers = new Set<ServerResponse>()
  /** Connections on which a proxy sent a request. */
  const proxied = new Set<Socket>()
  /** Connections without a request so far. */
  const fresh = new Set<Socket>()
  let isLeaving = false
  let lastAt = -Infinity
  let onChange: (() => void) | null = null

  const watchServer = (server: Server) => {
    if (servers.has(server)) return
    servers.add(server)
    server.on('connection', (socket) => {
      fresh.add(socket)
      socket.once('close', () => {
        fresh.delete(socket)
        onChange?.()
      })
    })
  }
  const watchSocket = (socket: Socket) => {
    if (proxied.has(socket)) return
    proxied.add(socket)
    socket.once('close', () => {
      proxied.delete(socket)
      onChange?.()
    })
  }

  subscribe('http.server.request.start', (message) => {
    // Node documents this shape for the channel.
    const { request, response, server } = message as RequestStart
    watchServer(server)
    answers.add(response)
    fresh.delete(request.socket)
    if (request.headers['x-forwarded-for'] !== undefined) watchSocket(request.socket)
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
      await acceptWaiting(servers)
      for (const server of servers) {
        // That of an HTTP server also closes its idle connections.
        NetServer.prototype.close.call(server)
        if (proxied.size === 0) server.closeIdleConnections()
      }
    },
    drain: async (idleMs) => {
      // The connections that were accepted last get their requests. A browser may also keep one without a request.
      await Promise.race([until(() => fresh.size === 0), sleep(freshMaxMs)])
      await Promise.race([until(() => answers.size === 0 && proxied.size === 0), sleep(idleMs)])
      await until(() => answers.size === 0)
      for (const server of servers) server.closeIdleConnections()
    },
  }
}
