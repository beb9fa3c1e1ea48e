import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { roles } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { ApiTokenList, ServiceAccount } from './schema'
import { listTokensOf } from './store'

const rolesUpTo = (role: Actor['role']) => roles.slice(0, roles.indexOf(role) + 1)

/** The tokens of the current person. */
export async function listOwnTokens(actor: Actor, given?: Queryable): Promise<ApiTokenList> {
  const db = given ?? (await database())
  const tokens = await listTokensOf(db, [actor.userId])
  return { tokens: tokens.get(actor.userId) ?? [], roles: rolesUpTo(actor.role) }
}

/** The tokens of any account, for admins. @throws AppError not_found */
export async function listTokensOfAccount(userId: string, given?: Queryable): Promise<ApiTokenList> {
  const db = given ?? (await database())
  const { rows } = await db.query<Pick<Actor, 'role'>>('select role from users where user_id = $1', [userId])
  const [owner] = rows
  if (owner === undefined) throw new AppError('not_found', serverText('common.noAccount'))
  const tokens = await listTokensOf(db, [userId])
  return { tokens: tokens.get(userId) ?? [], roles: rolesUpTo(owner.role) }
}

/** All service accounts by name, each with its tokens. */
export async function listServiceAccounts(given?: Queryable): Promise<{ accounts: ServiceAccount[] }> {
  const db = given ?? (await database())
  const { rows } = await db.query<Omit<ServiceAccount, 'tokens'>>(
    `select user_id as "accountId", name, role, disabled_at is not null as "isDisabled",
            created_at as "createdAt"
       from users where kind = 'service' order by lower(name), user_id`,
  )
  const tokens = await listTokensOf(
    db,
    rows.map(({ accountId }) => accountId),
  )
  return { accounts: rows.map((row) => Object.assign(row, { tokens: tokens.get(row.accountId) ?? [] })) }
}
