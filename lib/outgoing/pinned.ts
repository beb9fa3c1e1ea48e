import 'server-only'
import { request } from 'node:https'
import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { serverText } from '@/lib/server-text'
import { bareHost, type Lookup, readTargetUrl, resolveAllowed } from './address'

/**
 * Requests to URLs that people entered. They use https, connect to the IP address that was checked, and follow no
 * redirects.
 */

export interface PinnedTools {
  allow: OutgoingAllow
  lookup: Lookup
  /** Certificates of authorities in addition to those that Node.js trusts, for tests. */
  ca?: string
}

export interface PinnedRequest {
  url: string
  method: 'POST' | 'PUT'
  headers: Readonly<Record<string, string | number>>
  body: string | Readable
  /** Aborts the request, including the lookup of its host. */
  signal: AbortSignal
}

export interface PinnedAnswer {
  status: number
  /** The header as it was received. */
  retryAfter: string | undefined
}

/**
 * Why a request got no response, by the code of its error. `lateSeconds`: the time limit that it exceeded; null: it was
 * not too slow.
 */
export function describeFailure(error: unknown, lateSeconds: number | null): string {
  if (lateSeconds !== null) return serverText('outgoing.failed.timeout', { seconds: lateSeconds })
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return serverText('outgoing.failed.name')
  if (/CERT|SELF_SIGNED|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return serverText('outgoing.failed.tls')
  return serverText('outgoing.failed.connection')
}

/** What is wrong with a status; null for a successful one. */
export function describeStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return serverText('outgoing.failed.redirect', { status })
  return serverText('outgoing.failed.status', { status })
}

/** Stops waiting for a lookup when the signal aborts, because a lookup of the operating system cannot be aborted. */
function within<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason instanceof Error ? signal.reason : new Error('late')))
    work.then(resolve, reject)
  })
}

/**
 * Sends one request. Only the status and headers of the response are read.
 * @returns null when connections to the host are not allowed
 * @throws AppError invalid for an address that is not allowed, and the errors of the lookup and the connection
 */
export async function requestPinned(
  { url: text, method, headers, body, signal }: PinnedRequest,
  { allow, lookup, ca }: PinnedTools,
): Promise<PinnedAnswer | null> {
  const url = readTargetUrl(text, allow)
  const addresses = await within(signal, resolveAllowed(url, allow, lookup))
  if (addresses === null) return null
  const host = bareHost(url)
  return new Promise<PinnedAnswer>((resolve, reject) => {
    const sent = request(
      {
        hostname: host,
        port: url.port === '' ? 443 : Number(url.port),
        path: `${url.pathname}${url.search}`,
        method,
        headers: { host: url.host, 'user-agent': 'Sightline', ...headers },
        // Uses a new connection: neither one that another request has opened, nor a proxy from the environment.
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
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] })
        response.destroy()
      },
    )
    sent.on('error', reject)
    if (typeof body === 'string') sent.end(body)
    else {
      body.on('error', (error) => sent.destroy(error))
      sent.on('close', () => body.destroy())
      body.pipe(sent)
    }
  })
}
