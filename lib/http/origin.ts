import 'server-only'
import { settings } from '@/lib/env'
import { isLoopback } from '@/lib/env-parts'
import { AppError } from '@/lib/errors'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'

/** Whether a method changes nothing. Requests with other methods must prove their origin. */
export function isSafeMethod(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/**
 * Whether an `Origin` header names the console itself. `null` is foreign, because sandboxed frames and data: pages send
 * it. On loopback the three names of this machine count as one, so that `localhost` works as well as `127.0.0.1`.
 */
export function isOwnOrigin(origin: string, publicUrl: string): boolean {
  const own = new URL(publicUrl)
  if (origin === own.origin) return true
  if (!URL.canParse(origin)) return false
  const given = new URL(origin)
  return (
    given.origin === origin &&
    given.protocol === own.protocol &&
    given.port === own.port &&
    isLoopback(own.hostname) &&
    isLoopback(given.hostname)
  )
}

/**
 * The three types that a form, or a script without preflight, can send to another site. No handler of ours accepts
 * them.
 */
function isFormType(contentType: string | null): boolean {
  return contentType !== null && /^\s*(?:text\/plain|application\/x-www-form-urlencoded|multipart\/)/i.test(contentType)
}

/**
 * Refuses an unsafe request that another site could have caused. Three conditions: `Origin` is present and ours; the
 * browser says it is same-origin (Sec-Fetch-Site) or is too old to say; and the custom header is present, which no form
 * and no cross-site request without preflight can send. Method overrides (headers, `_method`) are not read anywhere, so
 * a GET stays a GET.
 * @throws AppError forbidden
 */
export function requireSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site')
  const origin = headers.get('origin')
  const publicUrl = processWide('public-url', () => settings().publicUrl)
  const sameSite = site === null || site === 'same-origin'
  const sameOrigin = origin !== null && isOwnOrigin(origin, publicUrl)
  if (
    isFormType(headers.get('content-type')) ||
    !sameSite ||
    !sameOrigin ||
    headers.get('x-requested-with') !== 'sightline'
  )
    throw new AppError('forbidden', serverText('http.foreignOrigin'))
}
