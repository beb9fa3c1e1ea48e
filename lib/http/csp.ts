import { addressOf } from '@/lib/base-path'

/** The Content-Security-Policy of pages. This file has few imports, because proxy.ts is a separate bundle. */

/** Where browsers report violations. */
export const reportPath = '/api/csp-report'

/** 128 bits, the minimum of the CSP specification. */
export const nonceBytes = 16

/** Allowed Trusted Types policies: only our own, from lib/browser/page-policy.ts. */
export const trustedTypesPolicies = ['default'] as const

/**
 * The policy of one page. Scripts run only with the nonce, together with the scripts that they load ('strict-dynamic').
 * Strings become markup or script addresses only through the default Trusted Types policy. Styles are allowed from our
 * own files and with the nonce. Style attributes in markup are refused; styles set by script after mount are not
 * covered by CSP.
 * @param options.dev allows what development needs: React's refresh evaluates code, and Next's overlay writes style
 * elements
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
  // Only Next's development overlay writes markup from strings.
  if (!dev) directives.push("require-trusted-types-for 'script'", `trusted-types ${trustedTypesPolicies.join(' ')}`)
  if (https) directives.push('upgrade-insecure-requests')
  directives.push(`report-uri ${addressOf(reportPath)}`, 'report-to csp')
  return directives.join('; ')
}
