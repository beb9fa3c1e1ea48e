import type { OidcRole, OidcSettings } from '@/lib/env-oidc'

/** Reads the claims of an issuer about a person. Pure. */

type Claims = Readonly<Record<string, unknown>>

/**
 * Issuers that send `xms_edov` instead of `email_verified`. It means that the organization owns the domain of the
 * address.
 */
const entraHosts = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
])

/**
 * The claims for which the userinfo endpoint is read when the ID token does not have them: those that every sign-in needs,
 * and those without which it may still work. Entra ID never sends `email_verified`, so reading it because of this claim
 * would only cost a request.
 */
export function listClaims(issuer: string, roleClaim: string | null): { needed: string[]; welcome: string[] } {
  return {
    needed: ['email', ...(roleClaim === null ? [] : [rootOf(roleClaim)])],
    welcome: ['name', ...(entraHosts.has(new URL(issuer).hostname) ? [] : ['email_verified'])],
  }
}

/** The name of the claim at the start of a path. A name with a slash is a URL, whose dots do not separate a path. */
function rootOf(claim: string): string {
  return claim.includes('/') ? claim : (claim.split('.')[0] ?? claim)
}

/**
 * Adds the claims of the userinfo endpoint to those of the ID token, which take precedence. `email_verified` is only
 * about the address beside it: it is taken neither for another address, nor for one that only the other source has.
 */
export function addUserinfo<Own extends Claims>(claims: Own, userinfo: Claims): Claims & Own {
  const isOnlyThere = !('email' in claims) && 'email' in userinfo
  const isSameEmail = !('email' in userinfo) || readEmail(claims) === readEmail(userinfo)
  const verified = 'email_verified' in claims || !isSameEmail ? claims['email_verified'] : userinfo['email_verified']
  return { ...userinfo, ...claims, email_verified: isOnlyThere ? userinfo['email_verified'] : verified }
}

/** The person's address in lower case, or null. */
export function readEmail(claims: Claims): string | null {
  const email = claims['email']
  if (typeof email !== 'string') return null
  const trimmed = email.trim().toLowerCase()
  return trimmed.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(trimmed) ? trimmed : null
}

/**
 * Whether the issuer confirms that the address belongs to the person: `email_verified` is true or "true" (some issuers
 * send text). Entra ID has no such claim, so `xms_edov` is used instead.
 */
export function isEmailVerified(claims: Claims, issuer: string): boolean {
  const verified = claims['email_verified']
  if (verified === true || verified === 'true') return true
  if (verified !== undefined || !entraHosts.has(new URL(issuer).hostname)) return false
  const owned = claims['xms_edov']
  return owned === true || owned === 'true' || owned === 1 || owned === '1'
}

/** Whether an address is in one of the domains. Subdomains are different domains. */
export function isAllowedDomain(email: string, domains: readonly string[]): boolean {
  return domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** The person's name, or null. */
export function readName(claims: Claims): string | null {
  const name = claims['name']
  if (typeof name !== 'string') return null
  const trimmed = name.replaceAll(/\s+/g, ' ').trim()
  return trimmed === '' ? null : trimmed.slice(0, 100)
}

/** Whether the issuer required more than a password. */
export function hasSecondFactor(claims: Claims): boolean {
  const methods = claims['amr']
  return Array.isArray(methods) && methods.includes('mfa')
}

/**
 * The values of a claim. Its name is first looked up as a whole, then as a path with dots. A single text counts as a
 * list with one entry.
 */
export function readClaimValues(claims: Claims, name: string): readonly string[] {
  let value: unknown = claims[name]
  if (value === undefined) {
    value = claims
    for (const step of name.split('.'))
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? Reflect.get(value, step) : undefined
  }
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : []
}

const rank = { viewer: 0, editor: 1, admin: 2 } as const

/**
 * The role from the issuer, or the highest of several. `unmanaged`: roles are managed in Sightline. Null: the issuer
 * sends no known role, and OIDC_DEFAULT_ROLE is not set.
 */
export function mapRole(
  claims: Claims,
  { roleClaim, roleMap, defaultRole }: Pick<OidcSettings, 'roleClaim' | 'roleMap' | 'defaultRole'>,
): OidcRole | 'unmanaged' | null {
  if (roleClaim === null) return 'unmanaged'
  let highest: OidcRole | null = null
  for (const value of readClaimValues(claims, roleClaim)) {
    const role = roleMap.get(value)
    if (role !== undefined && (highest === null || rank[role] > rank[highest])) highest = role
  }
  return highest ?? defaultRole
}
