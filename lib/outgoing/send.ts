import 'server-only'
import { createHmac } from 'node:crypto'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { bareHost, type Lookup, readTargetUrl, resolveAllowed } from './address'

const timeoutMs = 5_000

/** Headers of a delivery. */
const deliveryHeader = 'x-sightline-delivery'
const timestampHeader = 'x-sightline-timestamp'
const signatureHeader = 'x-sightline-signature'

/** Hex HMAC-SHA256 of `timestamp.body`. The timestamp, in seconds, lets a receiver refuse what was recorded and sent again. */
export const sign = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')

/** How a try ended. `problem` is a server text; null: it was delivered. */
export interface SendResult {
  status: number | null
  problem: string | null
}

export interface SendTools {
  allow: OutgoingAllow
  lookup: Lookup
  nowMs: number
  /** Certificates of authorities beside those that Node.js trusts; for tests. */
  ca?: string
}

export interface Outgoing {
  deliveryId: string
  url: string
  secret: string
  body: string
}

/** Why a connection failed, by the code of its error. */
function describeFailure(error: unknown, isLate: boolean): string {
  if (isLate) return serverText('outgoing.failed.timeout', { seconds: timeoutMs / 1_000 })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return serverText('outgoing.failed.name')
  if (/CERT|SELF_SIGNED|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return serverText('outgoing.failed.tls')
  return serverText('outgoing.failed.connection')
}

function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return serverText('outgoing.failed.redirect', { status })
  return serverText('outgoing.failed.status', { status })
}

/** Waits for a lookup no longer than the signal allows: a lookup of the system cannot be aborted. */
function within<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('late')))
    work.then(resolve, reject)
  })
}

/**
 * Sends one delivery: one POST, to the address that was checked, without following redirects, within five seconds for all of
 * it. The answer is not read beyond its status. Never throws.
 */
export async function send(outgoing: Outgoing, { allow, lookup, nowMs, ca }: SendTools): Promise<SendResult> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const url = readTargetUrl(outgoing.url, allow)
    const addresses = await within(signal, resolveAllowed(url, allow, lookup))
    if (addresses === null) return { status: null, problem: serverText('outgoing.failed.private') }
    const host = bareHost(url)
    const timestamp = Math.floor(nowMs / 1_000)
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        {
          hostname: host,
          port: url.port === '' ? 443 : Number(url.port),
          path: `${url.pathname}${url.search}`,
          method: 'POST',
          headers: {
            host: url.host,
            'content-type': 'application/json; charset=utf-8',
            'content-length': Buffer.byteLength(outgoing.body),
            'user-agent': 'Sightline',
            [deliveryHeader]: outgoing.deliveryId,
            [timestampHeader]: timestamp,
            [signatureHeader]: sign(outgoing.secret, timestamp, outgoing.body),
          },
          // A connection of its own: none that another delivery has opened, and no proxy of the environment.
          agent: false,
          ...(isIP(host) === 0 ? { servername: host } : {}),
          lookup: (_name, { all }, give) => {
            const [first] = addresses
            if (all === true || first === undefined) give(null, addresses)
            else give(null, first.address, first.family)
          },
          signal,
          ...(ca === undefined ? {} : { ca }),
        },
        (response) => {
          resolve(response.statusCode ?? 0)
          response.destroy()
        },
      )
      sent.on('error', reject)
      sent.end(outgoing.body)
    })
    return { status, problem: describeStatus(status) }
  } catch (error) {
    if (error instanceof AppError) return { status: null, problem: error.message }
    return { status: null, problem: describeFailure(error, signal.aborted) }
  }
}
