import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { Actor } from '@/lib/access/actor'
import { lowerRole, type Permission, permissions, type Role } from '@/lib/access/permissions'
import type { Queryable } from '@/lib/db/types'

/** Secret scanners recognize tokens by this prefix. */
export const apiTokenPrefix = 'sl_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretChars = 40
const tokenPattern = /^sl_[0-9A-Za-z]{40}$/

/** A new token, which its owner sees once; only its hash and hint are stored. 40 characters of 62 have 238 bits. */
export function createApiToken(): { token: string; hash: Buffer; hint: string } {
  let secret = ''
  // Bytes from 248 on would make the first characters more likely than the others.
  while (secret.length < secretChars)
    for (const byte of randomBytes(secretChars * 2))
      if (byte < 248 && secret.length < secretChars) secret += alphabet.charAt(byte % 62)
  const token = apiTokenPrefix + secret
  return { token, hash: hashApiToken(token), hint: secret.slice(-4) }
}

/** SHA-256 is enough because a token is random; only passwords need a slow hash. */
export function hashApiToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The token of an `Authorization: Bearer` header. `undefined`: no such header. Null: not a token of Sightline. */
export function readBearer(headers: Pick<Headers, 'get'>): string | null | undefined {
  const header = headers.get('authorization')
  // A server in front of Sightline may use another scheme. Then the session is checked as usual.
  if (header === null || !/^bearer\b/i.test(header)) return undefined
  const [, token = ''] = /^bearer +([^ ]+) *$/i.exec(header) ?? []
  return tokenPattern.test(token) ? token : null
}

interface TokenRow {
  token_id: string
  token_name: string
  token_role: Role
  permissions: string[] | null
  user_id: string
  email: string
  name: string
  role: Role
}

export interface TokenActor {
  actor: Actor
  tokenId: string
  /** The name that its owner gave it. */
  tokenName: string
}

/**
 * The actor of a token: its owner, with the lower of both roles. Null if the token is unknown, expired or revoked, or
 * if its owner is disabled. Every request reads the token, so that a revocation takes effect at the next request.
 */
export async function readTokenActor(db: Queryable, token: string): Promise<TokenActor | null> {
  const { rows } = await db.query<TokenRow>(
    `select t.token_id, t.name as token_name, t.role as token_role, t.permissions, u.user_id, u.email, u.name, u.role
       from api_tokens t join users u using (user_id)
      where t.token_hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
        and u.disabled_at is null`,
    [hashApiToken(token)],
  )
  const [row] = rows
  if (row === undefined) return null
  const narrowed = row.permissions === null ? null : new Set(row.permissions)
  const actor: Actor = Object.freeze({
    userId: row.user_id,
    email: row.email,
    name: row.name,
    role: lowerRole(row.role, row.token_role),
    tokenId: row.token_id,
    ...(narrowed === null ? {} : { permissions: permissions.filter((name): name is Permission => narrowed.has(name)) }),
  })
  return { actor, tokenId: row.token_id, tokenName: row.token_name }
}

/** Records when and from where a token was used, at most once a minute. */
export async function noteTokenUse(db: Queryable, tokenId: string, address: string): Promise<void> {
  await db.query(
    `update api_tokens set last_used_at = now(), last_used_address = $2
      where token_id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [tokenId, address.slice(0, 100)],
  )
}
