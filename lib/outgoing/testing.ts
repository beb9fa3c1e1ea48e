import { createServer } from 'node:https'
import { once } from 'node:events'
import { createLocker } from '@/lib/auth/locker'
import type { Database } from '@/lib/db/types'
import { makeSelfSigned } from '@/lib/testing/self-signed'
import type { Lookup } from './address'
import type { Sender } from './worker'

/** A receiver of webhooks over https for tests. */

export interface Received {
  method: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

export interface Receiver extends AsyncDisposable {
  port: number
  ca: string
  received: Received[]
  /** How the receiver responds from now on; null: it does not respond. */
  answer: { status: number; headers?: Record<string, string> } | null
  /** Resolves when `count` requests have arrived in total. */
  has(count: number): Promise<void>
}

/** Listens on a loopback address, with a certificate for the address and for `hooks.test`. */
export async function startReceiver(address = '127.0.0.1'): Promise<Receiver> {
  const { cert, key } = makeSelfSigned([address, 'hooks.test', 'localhost'])
  const waiting: Array<{ count: number; give: () => void }> = []
  const server = createServer({ cert, key }, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      receiver.received.push({
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      })
      for (const one of waiting) if (receiver.received.length >= one.count) one.give()
      if (receiver.answer === null) return
      response.writeHead(receiver.answer.status, receiver.answer.headers)
      response.end('ok')
    })
  })
  // A client that does not trust the certificate closes the connection.
  server.on('tlsClientError', () => {})
  server.listen(0, address)
  await once(server, 'listening')
  const at = server.address()
  const receiver: Receiver = {
    port: at !== null && typeof at === 'object' ? at.port : 0,
    ca: cert,
    received: [],
    answer: { status: 200 },
    has: (count) =>
      new Promise((give) => {
        if (receiver.received.length >= count) give()
        else waiting.push({ count, give })
      }),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

export const testLocker = createLocker('a secret of thirty-two bytes or more', 'test')

/** Resolves the given names; all other names are not found. */
export const lookupOf =
  (names: Readonly<Record<string, readonly string[]>>): Lookup =>
  (hostname) => {
    const found = names[hostname]
    if (found === undefined) return Promise.reject(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
    return Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
  }

export const allowLoopback: Sender['allow'] = {
  hosts: [],
  ranges: [{ address: '127.0.0.0', prefix: 8, family: 'ipv4' }],
}

/** A sender that may reach the receiver as `hooks.test`. */
export const senderTo = (db: Database, receiver: Receiver): Sender => ({
  db,
  allow: allowLoopback,
  lookup: lookupOf({ 'hooks.test': ['127.0.0.1'] }),
  locker: testLocker,
  publicUrl: 'https://sightline.test',
  nowMs: Date.parse('2026-11-20T12:00:00Z'),
  ca: receiver.ca,
})
