import 'server-only'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from '@/lib/env'
import { processWide } from '@/lib/process-wide'

/**
 * Next hands handlers no socket, and fills X-Forwarded-For only when the client sent none, so that header alone is
 * whatever a client likes to say. Node announces every request before anyone sees it; there we note the socket's address
 * in a header of our own, over whatever a client put there.
 */
const peerHeader = 'x-sightline-peer'

interface RequestStart {
  request: IncomingMessage
  socket: Socket
}

/** Notes the socket's address on every request of this process. Called once at boot, before the server listens or after. */
export function trackClientAddresses(): void {
  processWide('client-addresses', () => {
    subscribe('http.server.request.start', (message) => {
      const { request, socket } = message as RequestStart
      request.headers[peerHeader] = socket.remoteAddress ?? ''
    })
    return true
  })
}

/**
 * The address to count by. The socket's own, except when that is loopback: then a front server on this machine speaks
 * for someone, and the right-most hop of X-Forwarded-For is what it added itself. Hops further left are hearsay.
 */
export function clientAddress(headers: Headers): string {
  const peer = (headers.get(peerHeader) ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (peer !== '' && !isLoopback(peer)) return peer
  const hops = headers.get('x-forwarded-for')?.split(',') ?? []
  const last =
    hops
      .at(-1)
      ?.trim()
      .replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
  return /^[0-9a-f.:]{2,45}$/i.test(last) ? last : peer
}
