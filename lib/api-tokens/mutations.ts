import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { can, lowerRole, type Permission } from '@/lib/access/permissions'
import { recordActivity } from '@/lib/activity/journal'
import { createApiToken } from '@/lib/auth/api-tokens'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError, invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { type CreatedApiToken, type NewApiToken, tokensMax } from './schema'
import { insertToken, isLive, listTokensOf, lockOwner, type TokenOwner } from './store'

async function requireRoom(tx: Queryable, owner: TokenOwner, name: string): Promise<void> {
  const { rows } = await tx.query<{ live: number; is_taken: boolean }>(
    `select count(*)::int as live, coalesce(bool_or(lower(name) = lower($2)), false) as is_taken
       from api_tokens where user_id = $1 and ${isLive}`,
    [owner.user_id, name],
  )
  const [found] = rows
  if (found?.is_taken === true) throw invalidField('name', serverText('apiTokens.nameTaken'))
  if ((found?.live ?? 0) >= tokensMax)
    throw new AppError('conflict', serverText('apiTokens.tooMany', { max: tokensMax }))
}

function requireRights(owner: TokenOwner, asked: NewApiToken): void {
  if (lowerRole(owner.role, asked.role) !== asked.role)
    throw invalidField('role', serverText('apiTokens.roleTooHigh', { role: owner.role }))
  const beyond = asked.permissions?.find((permission) => !can(asked.role, permission))
  if (beyond !== undefined)
    throw invalidField('permissions', serverText('apiTokens.beyondRole', { role: asked.role, permission: beyond }))
}

/**
 * Creates a token of an account. Only this result ever contains the token itself.
 * @throws AppError not_found, invalid (name taken, role or permissions beyond the owner's, last day in the past),
 * conflict (too many)
 */
export async function createToken(
  actor: Actor,
  ownerId: string,
  asked: NewApiToken,
  { db: given, kind }: { db?: Database; kind?: TokenOwner['kind'] } = {},
): Promise<CreatedApiToken> {
  const db = given ?? (await database())
  return db.transaction(async (tx) => {
    const owner = await lockOwner(tx, ownerId)
    if (owner === null || (kind !== undefined && owner.kind !== kind))
      throw new AppError('not_found', serverText('common.noAccount'))
    requireRights(owner, asked)
    await requireRoom(tx, owner, asked.name)
    const { token, hash, hint } = createApiToken()
    const permissions: readonly Permission[] | null =
      asked.permissions === null ? null : [...new Set(asked.permissions)].toSorted()
    const { name, role, expiresInDays, expiresOn = null } = asked
    const stored = await insertToken(tx, ownerId, actor.userId, {
      hash,
      hint,
      name,
      role,
      permissions,
      expiresInDays,
      expiresOn,
    })
    if (!stored.isLive) throw invalidField('expiresOn', serverText('apiTokens.dayOver'))
    await recordActivity(tx, actor, {
      action: 'api-token.create',
      objectKind: 'api-token',
      objectId: stored.tokenId,
      objectName: describe(owner, actor, name),
      after: { name, owner: owner.name, role, permissions, expiresAt: stored.expiresAt },
    })
    const shown = (await listTokensOf(tx, [ownerId])).get(ownerId)?.find(({ tokenId }) => tokenId === stored.tokenId)
    if (shown === undefined) throw new Error('a token that was just stored is listed')
    return { apiToken: shown, token }
  })
}

/**
 * Revokes a token: it is refused from the next request on. Revoking it again has no effect.
 * @param ownerId the required owner; left out for admins, who may revoke any token
 * @throws AppError not_found
 */
export async function revokeToken(
  actor: Actor,
  tokenId: string,
  { db: given, ownerId }: { db?: Database; ownerId?: string } = {},
): Promise<void> {
  const db = given ?? (await database())
  await db.transaction(async (tx) => {
    const { rows } = await tx.query<TokenOwner & { token_name: string; is_revoked: boolean }>(
      `select u.user_id, u.name, u.role, u.kind, t.name as token_name, t.revoked_at is not null as is_revoked
         from api_tokens t join users u using (user_id)
        where t.token_id = $1 and ($2::uuid is null or t.user_id = $2) for update of t`,
      [tokenId, ownerId ?? null],
    )
    const [row] = rows
    if (row === undefined) throw new AppError('not_found', serverText('apiTokens.noToken'))
    if (row.is_revoked) return
    await tx.query('update api_tokens set revoked_at = now() where token_id = $1', [tokenId])
    await recordActivity(tx, actor, {
      action: 'api-token.revoke',
      objectKind: 'api-token',
      objectId: tokenId,
      objectName: describe(row, actor, row.token_name),
      before: { name: row.token_name, owner: row.name },
    })
  })
}

/**
 * The name of a token in the log: with its owner, unless the owner is the actor. It is stored, so it has no words of a
 * language.
 */
function describe(owner: Pick<TokenOwner, 'user_id' | 'name'>, actor: Actor, name: string): string {
  return owner.user_id === actor.userId ? name : `${name} (${owner.name})`
}
