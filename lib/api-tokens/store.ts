import 'server-only'
import { lowerRole, type Role } from '@/lib/access/permissions'
import type { Queryable } from '@/lib/db/types'
import { apiToken, type ApiToken } from './schema'

/** SQL condition for a token that would be accepted now. */
export const isLive = `revoked_at is null and (expires_at is null or expires_at > now())`

/** The columns never include the hash. */
const tokenColumns = `token_id as "tokenId", t.name, hint, t.role, u.role as owner_role, permissions,
  t.created_at as "createdAt", expires_at as "expiresAt", last_used_at as "lastUsedAt",
  last_used_address as "lastUsedAddress"`

/**
 * Tokens by owner, newest first: valid tokens, and for 30 days also expired ones. Each has its current role: the lower
 * of its own role and the role of its owner.
 */
export async function listTokensOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ApiToken[]>> {
  const { rows } = await db.query<ApiToken & { user_id: string; owner_role: Role }>(
    `select t.user_id, ${tokenColumns} from api_tokens t join users u using (user_id)
      where t.user_id = any($1::uuid[]) and revoked_at is null
        and (expires_at is null or expires_at > now() - interval '30 days')
      order by t.created_at desc, token_id`,
    [userIds],
  )
  const byOwner = new Map<string, ApiToken[]>(userIds.map((userId) => [userId, []]))
  for (const row of rows)
    byOwner.get(row.user_id)?.push(apiToken.parse({ ...row, role: lowerRole(row.role, row.owner_role) }))
  return byOwner
}

export interface TokenOwner {
  user_id: string
  name: string
  role: Role
  kind: 'person' | 'service'
  is_disabled: boolean
}

/** Locks an account, so that two simultaneous requests cannot both take the last place or the same name. */
export async function lockOwner(tx: Queryable, userId: string): Promise<TokenOwner | null> {
  const { rows } = await tx.query<TokenOwner>(
    `select user_id, name, role, kind, disabled_at is not null as is_disabled from users where user_id = $1
      for no key update`,
    [userId],
  )
  return rows[0] ?? null
}

export interface StoredToken {
  hash: Buffer
  hint: string
  name: string
  role: Role
  permissions: readonly string[] | null
  expiresInDays: number | null
  /** The last day, such as 2027-01-31. */
  expiresOn: string | null
}

/**
 * Stores a token.
 * @returns its id, and whether it would be accepted now: its last day may be in the past
 */
export async function insertToken(
  tx: Queryable,
  ownerId: string,
  createdBy: string,
  token: StoredToken,
): Promise<{ tokenId: string; isLive: boolean; expiresAt: string | null }> {
  const { rows } = await tx.query<{ token_id: string; is_live: boolean; expires_at: string | null }>(
    `insert into api_tokens (user_id, created_by, name, token_hash, hint, role, permissions, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7,
             case when $9::date is not null then ($9::date + 1)::timestamp at time zone 'UTC'
                  when $8::int is not null then now() + make_interval(days => $8::int) end)
     returning token_id, ${isLive} as is_live, expires_at`,
    [
      ownerId,
      createdBy,
      token.name,
      token.hash,
      token.hint,
      token.role,
      token.permissions,
      token.expiresInDays,
      token.expiresOn,
    ],
  )
  const [row] = rows
  if (row === undefined) throw new Error('an insert gives its row')
  return { tokenId: row.token_id, isLive: row.is_live, expiresAt: row.expires_at }
}
