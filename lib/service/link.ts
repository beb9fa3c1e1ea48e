import type { Clock } from '@/lib/clock'
import { ExchangeError, toDeadlineError, toFailureError } from './errors'
import type { Transport } from './transport'
import type { RawAnswer } from './types'

const headDeadlineMs = 30_000

/** The address of a link at this origin; null for anything else. */
export function readOwnLink(link: string, origin: string): URL | null {
  const url = URL.canParse(link) ? new URL(link) : null
  return url === null || url.origin !== origin || url.username !== '' || url.password !== '' ? null : url
}

/**
 * Reads links that the service signs and hands out. Such a link needs no token, so `transport` has none. Only links to
 * the service's own address are read; the browser may open others, the server never does.
 */
export function createLinkReader(origin: string, transport: Transport, clock: Clock) {
  return async (link: string, signal?: AbortSignal): Promise<RawAnswer | null> => {
    const url = readOwnLink(link, origin)
    if (url === null) return null
    signal?.throwIfAborted()
    const pending = transport.send({
      method: 'GET',
      path: url.pathname + url.search,
      headers: undefined,
      body: null,
      accept: '*/*',
      requestId: undefined,
      rules: { kind: 'file', read: 'small' },
    })
    const done = new AbortController()
    clock.sleep(headDeadlineMs, done.signal).then(
      () => pending.cancel(toDeadlineError('sent', { repeatable: true, retryAfterSeconds: null })),
      () => undefined,
    )
    const leave = () => pending.cancel(signal?.reason instanceof Error ? signal.reason : new Error('The reader left'))
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await pending.answer
    } catch (error) {
      if (error instanceof ExchangeError) throw toFailureError(error, true)
      throw error
    } finally {
      done.abort()
      signal?.removeEventListener('abort', leave)
    }
  }
}
