import * as z from 'zod'
import { isLoopback, parseUrl, type Wrong } from './env-parts'

/** The settings of single sign-on. */
export interface OidcSettings {
  /** Address of the issuer, without a trailing slash. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Shown on the button: "Continue with <name>". */
  name: string
  /** Separated by spaces; always includes `openid`. */
  scopes: string
  /** Name of the claim with roles or groups, or its path with dots. Null: roles are managed in Sightline. */
  roleClaim: string | null
  /** The role for each value of the claim. */
  roleMap: ReadonlyMap<string, OidcRole>
  /** Lower case. Empty: any domain. */
  allowedDomains: readonly string[]
  /**
   * `invited`: only people who have an account or an open invitation. `automatic`: everyone who can sign in at the
   * issuer.
   */
  provision: 'invited' | 'automatic'
  /** Null when not set. */
  defaultRole: OidcRole | null
}

const roles = ['viewer', 'editor', 'admin'] as const
export type OidcRole = (typeof roles)[number]

export const oidcVariables = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_SCOPES',
  'OIDC_ROLE_CLAIM',
  'OIDC_ROLE_MAP',
  'OIDC_ALLOWED_DOMAINS',
  'OIDC_PROVISION',
  'OIDC_DEFAULT_ROLE',
] as const
export type OidcEnvironment = Partial<Record<(typeof oidcVariables)[number] | 'PASSWORD_SIGN_IN', string | undefined>>

/**
 * Settings of single sign-on (null without OIDC_ISSUER), and whether people may sign in with a password.
 * @param wrong is called for each wrong variable
 */
export function readSignInWays(
  env: OidcEnvironment,
  wrong: Wrong,
): { oidc: OidcSettings | null; isPasswordSignInOn: boolean } {
  const given = env.PASSWORD_SIGN_IN ?? 'on'
  if (given !== 'on' && given !== 'off') wrong('PASSWORD_SIGN_IN', 'is neither on nor off')
  const isPasswordSignInOn = given !== 'off'
  if (env.OIDC_ISSUER === undefined) {
    for (const name of oidcVariables) if (env[name] !== undefined) wrong(name, 'is set without OIDC_ISSUER')
    if (!isPasswordSignInOn) wrong('PASSWORD_SIGN_IN', 'is off without OIDC_ISSUER: nobody could sign in')
    return { oidc: null, isPasswordSignInOn }
  }
  return { oidc: readOidc(env, env.OIDC_ISSUER, wrong), isPasswordSignInOn }
}

function readOidc(env: OidcEnvironment, issuer: string, wrong: Wrong): OidcSettings {
  checkIssuer(issuer, wrong)
  if (env.OIDC_CLIENT_ID === undefined) wrong('OIDC_CLIENT_ID', 'is missing: OIDC_ISSUER needs it')
  const name = env.OIDC_NAME?.trim() ?? 'single sign-on'
  if (name === '' || name.length > 40) wrong('OIDC_NAME', 'must have 1 to 40 characters')
  const scopes = (env.OIDC_SCOPES ?? 'openid profile email').split(/[\s,]+/).filter((scope) => scope !== '')
  if (!scopes.includes('openid')) wrong('OIDC_SCOPES', 'must contain openid')
  const allowedDomains = (env.OIDC_ALLOWED_DOMAINS ?? '')
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== '')
  if (env.OIDC_ALLOWED_DOMAINS !== undefined && allowedDomains.length === 0)
    wrong('OIDC_ALLOWED_DOMAINS', 'names no domain')
  if (!allowedDomains.every((domain) => /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain)))
    wrong('OIDC_ALLOWED_DOMAINS', 'is not a list of domains such as example.com,example.org')
  const provision = env.OIDC_PROVISION ?? 'invited'
  if (provision !== 'invited' && provision !== 'automatic') wrong('OIDC_PROVISION', 'is neither invited nor automatic')
  return {
    issuer: issuer.replace(/\/$/, ''),
    clientId: env.OIDC_CLIENT_ID ?? '',
    clientSecret: readClientSecret(env, wrong),
    name,
    scopes: scopes.join(' '),
    ...readRoles(env, wrong),
    allowedDomains,
    provision: provision === 'automatic' ? 'automatic' : 'invited',
  }
}

function checkIssuer(issuer: string, wrong: Wrong): void {
  const url = parseUrl(issuer, ['http:', 'https:'])
  if (url === null) wrong('OIDC_ISSUER', 'is not an https address')
  else if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    wrong('OIDC_ISSUER', 'must be a plain address without credentials, query or fragment')
  else if (url.pathname.includes('/.well-known/'))
    wrong('OIDC_ISSUER', 'must be the address of the issuer, without /.well-known/openid-configuration')
  else if (url.protocol === 'http:' && !isLoopback(url.hostname))
    wrong('OIDC_ISSUER', 'must be https: the client secret would travel in the clear')
}

function readClientSecret({ OIDC_CLIENT_SECRET: secret }: OidcEnvironment, wrong: Wrong): string {
  if (secret === undefined)
    wrong('OIDC_CLIENT_SECRET', 'is missing: OIDC_ISSUER needs OIDC_CLIENT_SECRET or OIDC_CLIENT_SECRET_FILE')
  return secret ?? ''
}

function readRoles(env: OidcEnvironment, wrong: Wrong): Pick<OidcSettings, 'roleClaim' | 'roleMap' | 'defaultRole'> {
  const roleClaim = env.OIDC_ROLE_CLAIM ?? null
  if (roleClaim !== null && env.OIDC_ROLE_MAP === undefined)
    wrong('OIDC_ROLE_MAP', 'is missing: OIDC_ROLE_CLAIM needs it')
  if (roleClaim === null && env.OIDC_ROLE_MAP !== undefined)
    wrong('OIDC_ROLE_CLAIM', 'is missing: OIDC_ROLE_MAP needs it')
  const roleMap = env.OIDC_ROLE_MAP === undefined ? new Map<string, OidcRole>() : parseRoleMap(env.OIDC_ROLE_MAP)
  if (roleMap === null)
    wrong('OIDC_ROLE_MAP', 'is not a list such as group=admin,other-group=editor with viewer, editor or admin')
  const defaultRole = roles.find((role) => role === env.OIDC_DEFAULT_ROLE)
  if (env.OIDC_DEFAULT_ROLE !== undefined && defaultRole === undefined)
    wrong('OIDC_DEFAULT_ROLE', 'is none of viewer, editor, admin')
  return { roleClaim, roleMap: roleMap ?? new Map<string, OidcRole>(), defaultRole: defaultRole ?? null }
}

/**
 * `group=admin,other=editor`, or a JSON object for names with commas. The last `=` of a pair separates name and role,
 * so that names may contain `=`. Null when the text is neither.
 */
export function parseRoleMap(text: string): ReadonlyMap<string, OidcRole> | null {
  if (text.trimStart().startsWith('{')) {
    try {
      return new Map(Object.entries(z.record(z.string(), z.enum(roles)).parse(JSON.parse(text))))
    } catch {
      return null
    }
  }
  const map = new Map<string, OidcRole>()
  for (const part of text.split(/[,\n]/)) {
    if (part.trim() === '') continue
    const at = part.lastIndexOf('=')
    const value = part.slice(0, Math.max(at, 0)).trim()
    const role = roles.find((name) => name === part.slice(at + 1).trim())
    if (value === '' || role === undefined || map.has(value)) return null
    map.set(value, role)
  }
  return map.size === 0 ? null : map
}
