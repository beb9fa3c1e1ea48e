import 'server-only'
import { randomUUID } from 'node:crypto'
import type { Actor } from '@/lib/access/actor'
import { recordActivity } from '@/lib/activity/journal'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError, invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { NewServiceAccount, ServiceAccount, ServiceAccountChange } from './schema'
import { listServiceAccounts } from './data'
import { lockOwner } from './store'

const accountsMax = 200

async function readAccount(tx: Queryable, accountId: string): Promise<ServiceAccount> {
  const found = (await listServiceAccounts(tx)).accounts.find((account) => account.accountId === accountId)
  if (found === undefined) throw new AppError('not_found', serverText('apiTokens.noServiceAccount'))
  return found
}

async function requireName(tx: Queryable, name: string, except: string | null): Promise<void> {
  // One request at a time, so that two requests cannot both find a name free.
  await tx.query(`select pg_advisory_xact_lock(hashtext('service-accounts'))`)
  const { rows } = await tx.query<{ total: number; is_taken: boolean }>(
    `select count(*)::int as total,
            coalesce(bool_or(lower(name) = lower($1) and user_id is distinct from $2::uuid), false) as is_taken
       from users where kind = 'service'`,
    [name, except],
  )
  const problem = serverText('apiTokens.serviceAccountNameTaken')
  if (rows[0]?.is_taken === true) throw invalidField('name', problem)
  if (except === null && (rows[0]?.total ?? 0) >= accountsMax)
    throw new AppError('conflict', serverText('apiTokens.tooManyServiceAccounts', { max: accountsMax }))
}

/**
 * Creates an account for a program. It has no password and no real email address, so tokens are its only credentials.
 * @throws AppError invalid (name taken), conflict (too many)
 */
export async function createServiceAccount(
  actor: Actor,
  { name, role }: NewServiceAccount,
  given?: Database,
): Promise<ServiceAccount> {
  const db = given ?? (await database())
  return db.transaction(async (tx) => {
    await requireName(tx, name, null)
    const accountId = randomUUID()
    await tx.query(
      `insert into users (user_id, email, name, role, kind, password_hash) values ($1, $2, $3, $4, 'service', null)`,
      // Every account needs a unique address. This domain can never be resolved (RFC 2606).
      [accountId, `${accountId}@service.invalid`, name, role],
    )
    await recordActivity(tx, actor, {
      action: 'service-account.create',
      objectKind: 'service-account',
      objectId: accountId,
      objectName: name,
      after: { name, role },
    })
    return readAccount(tx, accountId)
  })
}

/**
 * Renames a service account, changes its role, disables or enables it. Its tokens follow at their next request.
 * @throws AppError not_found, invalid (name taken)
 */
export async function changeServiceAccount(
  actor: Actor,
  accountId: string,
  change: ServiceAccountChange,
  given?: Database,
): Promise<ServiceAccount> {
  const db = given ?? (await database())
  return db.transaction(async (tx) => {
    const row = await lockOwner(tx, accountId)
    if (row === null || row.kind !== 'service')
      throw new AppError('not_found', serverText('apiTokens.noServiceAccount'))
    const before = { name: row.name, role: row.role, isDisabled: row.is_disabled }
    const after = {
      name: change.name ?? before.name,
      role: change.role ?? before.role,
      isDisabled: change.isDisabled ?? before.isDisabled,
    }
    if (after.name !== before.name) await requireName(tx, after.name, accountId)
    if (JSON.stringify(after) !== JSON.stringify(before)) {
      await tx.query(
        `update users set name = $2, role = $3,
                disabled_at = case when $4::boolean then coalesce(disabled_at, now()) end where user_id = $1`,
        [accountId, after.name, after.role, after.isDisabled],
      )
      await recordActivity(tx, actor, {
        action: 'service-account.update',
        objectKind: 'service-account',
        objectId: accountId,
        objectName: after.name,
        before,
        after,
      })
    }
    return readAccount(tx, accountId)
  })
}
