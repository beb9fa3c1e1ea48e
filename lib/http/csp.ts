/**
 * The Content-Security-Policy of pages and the headers of every path. No imports: next.config.js, proxy.ts and tests
 * read it alike.
 */

/** Where browsers send violations. */
export const reportPath = '/api/csp-report'

/** 128 bits, as the CSP specification asks for at least. */
export const nonceBytes = 16

/** Trusted Types policies that may exist: ours of public/trusted-types.js, and no other. */
export const trustedTypesPolicies = ['default'] as const

/**
 * The policy of one page. Scripts run by nonce, and what those load ('strict-dynamic'); strings become markup or script
 * addresses only through the default Trusted Types policy. Styles: files of ours and nonced ones; style attributes in
 * markup are refused, styles set by script after mount are not covered by CSP.
 * @param options.dev React's refresh evaluates code and Next's overlay writes style elements
 */
export function contentSecurityPolicy(nonce: string, options: { dev: boolean; https: boolean }): string {
  const { dev, https } = options
  const directives = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    dev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self'${dev ? ' ws: wss:' : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  // Next's development overlay writes markup from strings; the built console never does.
  if (!dev) directives.push("require-trusted-types-for 'script'", `trusted-types ${trustedTypesPolicies.join(' ')}`)
  if (https) directives.push('upgrade-insecure-requests')
  directives.push(`report-uri ${reportPath}`, 'report-to csp')
  return directives.join('; ')
}

/** What a path that is no page (a file, an unknown path) may do when opened by itself: nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** Headers of every answer, whatever the path: for `headers()` of next.config.js. */
export function everywhereHeaders(options: { https: boolean }): Array<{ key: string; value: string }> {
  const headers = [
    { key: 'X-Content-Type-Options', value: 'nosniff' },
    { key: 'X-Frame-Options', value: 'DENY' },
    { key: 'Referrer-Policy', value: 'same-origin' },
    { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
    { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
    { key: 'Origin-Agent-Cluster', value: '?1' },
    { key: 'X-Permitted-Cross-Domain-Policies', value: 'none' },
    {
      key: 'Permissions-Policy',
      value:
        'accelerometer=(), autoplay=(), bluetooth=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), ' +
        'hid=(), idle-detection=(), local-fonts=(), magnetometer=(), microphone=(), midi=(), payment=(), ' +
        'publickey-credentials-get=(), screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()',
    },
  ]
  if (options.https) headers.push({ key: 'Strict-Transport-Security', value: 'max-age=31536000; includeSubDomains' })
  return headers
}
