/**
 * Headers of every answer of `/api`. An answer belongs to one person, is never kept by a cache, is never sniffed into
 * another type, and is never shown inside or loaded by another site.
 */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
}

/** Of every answer: pages, files, redirects, and what is refused before it is read. */
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
// Workers take their policy from their own file, so files get only what says who may frame them, and Next says how long
// they may be kept.
const ofFiles = { ...everywhere, 'content-security-policy': "frame-ancestors 'none'" }
const files = /^\/(?:_next\/static\/.*|trusted-types\.js|favicon\.(?:svg|ico))$/

/**
 * Headers of every answer unless its handler sets them: pages have their own policy (proxy.ts), some handlers allow
 * browsers to store theirs.
 */
export function defaultHeaders(pathname: string, isHttps: boolean): Readonly<Record<string, string>> {
  const headers = files.test(pathname) ? ofFiles : inert
  return isHttps ? { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : headers
}

/** Names a request in the log and in what a person reports. */
export const requestIdHeader = 'x-request-id'

/** How long the handler worked, as browsers show it and the bench reads it. */
export const serverTimingHeader = 'server-timing'

/** Of the answers that browsers may keep: for one person, and only after asking whether they still may. */
export const revalidateCacheControl = 'private, no-cache'
