import { ownName } from '@/lib/base-path'

/**
 * Names of every cookie that Sightline sets. `__Host-` binds them to this host, https (or loopback) and the path `/`,
 * even if Sightline is served under another path: a narrower path would not protect a cookie from other pages of the
 * same origin.
 */
export const cookieNames = {
  session: ownName('__Host-session'),
  csrf: ownName('__Host-csrf'),
  callback: ownName('__Host-callback'),
  oidcFlow: ownName('__Host-oidc-flow'),
  oidcState: ownName('__Host-oidc-state'),
  oidcNonce: ownName('__Host-oidc-nonce'),
  oidcPkce: ownName('__Host-oidc-pkce'),
  device: ownName('__Host-device'),
} as const

/**
 * Lax, not Strict: a link from an email to an inspection must open signed in. The origin check protects unsafe
 * requests.
 */
export const cookieOptions = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' } as const

/**
 * One cookie's value from a Cookie header, or null. A repeated name counts as missing, because another site may have
 * set one of them.
 */
export function readCookie(header: string | null, name: string): string | null {
  if (header === null) return null
  let found: string | null = null
  let from = 0
  while (from < header.length) {
    let end = header.indexOf(';', from)
    if (end === -1) end = header.length
    while (header.charCodeAt(from) === 32) from += 1
    if (header.startsWith(name, from) && header.charCodeAt(from + name.length) === 61) {
      if (found !== null) return null
      found = header.slice(from + name.length + 1, end)
    }
    from = end + 1
  }
  return found
}

/** Every cookie of a Cookie header, decoded, as an object without a prototype. */
export function readCookies(header: string | null): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 1) continue
    const raw = part.slice(at + 1).trim()
    try {
      cookies[part.slice(0, at).trim()] = decodeURIComponent(raw)
    } catch {
      cookies[part.slice(0, at).trim()] = raw
    }
  }
  return cookies
}
