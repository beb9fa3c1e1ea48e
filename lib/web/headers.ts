/**
 * Headers of every response of `/api`. A response belongs to one person, is never stored by a cache, is never
 * interpreted as another type, and is never shown inside or loaded by another site.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
}

/** Headers of every response: pages, files, redirects, and requests that are refused before they are read. */
const everywhere: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-permitted-cross-domain-policies': 'none',
  'permissions-policy':
    'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), hid=(), ' +
    'idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), ' +
    'publickey-credentials-create=(self), publickey-credentials-get=(self), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
}
const inert = { ...everywhere, ...apiHeaders }
// Workers use the policy of their own file, so the policy of files only restricts who may frame them. Next sets how
// long files may be cached.
const ofFiles = { ...everywhere, 'content-security-policy': "frame-ancestors 'none'" }
const files = /^\/(?:_next\/static\/.*|favicon\.(?:svg|ico))$/

/**
 * Headers of every response unless its handler sets them. Pages have their own policy (proxy.ts), and some handlers
 * allow browsers to store their responses.
 */
export function defaultHeaders(pathname: string, isHttps: boolean): Readonly<Record<string, string>> {
  const headers = files.test(pathname) ? ofFiles : inert
  return isHttps ? { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : headers
}

/** Identifies a request in the log and in reports by people. */
export const requestIdHeader = 'x-request-id'

/**
 * The Content-Length of a handler's response on its way through Next, which drops the real header because a body from
 * `fetch` may have been decoded. lib/http/guarded-answer.ts sends it under its real name.
 */
export const lengthHeader = 'x-content-length'

/** How long the handler worked. Browsers show this header, and the benchmark reads it. */
export const serverTimingHeader = 'server-timing'

/** For responses that browsers may store for one person. They must ask the server each time before they use one. */
export const revalidateCacheControl = 'private, no-cache'
