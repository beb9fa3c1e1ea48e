import 'server-only'
import { languageColumn } from '@/lib/inbox/store'
import type { Role } from '@/lib/access/permissions'
import { isEmergencyAdmin } from '@/lib/auth/accounts'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/** The state of an account before a change. */
export interface StoredAccount {
  userId: string
  name: string
  email: string
  role: Role
  isDisabled: boolean
  hasPassword: boolean
  isBreakGlass: boolean
  hasTotp: boolean
  passkeys: number
  /** The preferred language of the person; null: none. */
  language: string | null
}

const accountColumns = `u.user_id as "userId", u.name, u.email, u.role, u.disabled_at is not null as "isDisabled",
  u.password_hash is not null as "hasPassword", ${isEmergencyAdmin} as "isBreakGlass",
  u.totp_secret is not null as "hasTotp", ${languageColumn('u')},
  (select count(*) from passkeys p where p.user_id = u.user_id) as passkeys`

/** A person's account, locked until the transaction ends. @throws AppError not_found, also for a service account */
export async function lockAccount(tx: Queryable, userId: string): Promise<StoredAccount> {
  const { rows } = await tx.query<StoredAccount>(
    `select ${accountColumns} from users u where u.user_id = $1 and u.kind = 'person' for no key update of u`,
    [userId],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('not_found', serverText('people.noPerson'))
  return row
}

/** A person's account by email address, regardless of case. Null when there is none. */
export async function findAccount(db: Queryable, email: string): Promise<StoredAccount | null> {
  const { rows } = await db.query<StoredAccount>(
    `select ${accountColumns} from users u where lower(u.email) = lower($1) and u.kind = 'person'`,
    [email.trim()],
  )
  return rows[0] ?? null
}

/**
 * Whether the actor is still an admin. Read in the transaction of the change, because they may have lost the role since
 * their request.
 */
export async function isAdmin(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from users where user_id = $1 and role = 'admin' and kind = 'person' and disabled_at is null`,
    [userId],
  )
  return rows.length > 0
}

/** Lets this account sign in with its password even when password sign-in is off for others. */
export async function storeBreakGlass(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update users set is_break_glass = true where user_id = $1', [userId])
}

/** Stores a role. */
export async function storeRole(tx: Queryable, userId: string, role: Role): Promise<void> {
  await tx.query('update users set role = $2 where user_id = $1', [userId, role])
}

/** Stores whether a person may sign in. Disabling a person deletes their links to set a password. */
export async function storeDisabled(tx: Queryable, userId: string, isDisabled: boolean): Promise<void> {
  await tx.query('update users set disabled_at = case when $2 then now() end where user_id = $1', [userId, isDisabled])
  if (isDisabled) await deletePasswordResets(tx, userId)
}

/** Stores the hash of a new password, and deletes links to set a password. */
export async function storePassword(tx: Queryable, userId: string, hash: string): Promise<void> {
  await tx.query('update users set password_hash = $2, password_set_at = now() where user_id = $1', [userId, hash])
  await deletePasswordResets(tx, userId)
}

/** Removes the app for one-time passwords, recovery codes and passkeys. */
export async function removeFactors(tx: Queryable, userId: string): Promise<void> {
  await tx.query(
    'update users set totp_secret = null, totp_confirmed_at = null, totp_last_step = null where user_id = $1',
    [userId],
  )
  await tx.query('delete from recovery_codes where user_id = $1', [userId])
  await tx.query('delete from passkeys where user_id = $1', [userId])
}

/** The owner of a link, if they may sign in. Null for a link that is unknown, used or expired at `now`. */
export async function findPasswordReset(
  db: Queryable,
  hash: Buffer,
  now: string,
): Promise<{ userId: string; name: string; email: string; isBreakGlass: boolean } | null> {
  const { rows } = await db.query<{ userId: string; name: string; email: string; isBreakGlass: boolean }>(
    `select u.user_id as "userId", u.name, u.email, ${isEmergencyAdmin} as "isBreakGlass"
       from password_resets r join users u using (user_id)
      where r.token_hash = $1 and r.expires_at > $2 and u.kind = 'person' and u.disabled_at is null`,
    [hash, now],
  )
  return rows[0] ?? null
}

/** Uses a link up. False when another request has just done so. */
export async function takePasswordReset(tx: Queryable, hash: Buffer): Promise<boolean> {
  const { rowCount } = await tx.query('delete from password_resets where token_hash = $1', [hash])
  return rowCount > 0
}

async function deletePasswordResets(tx: Queryable, userId: string): Promise<void> {
  await tx.query('delete from password_resets where user_id = $1', [userId])
}

/** Stores the hash of a link to set a password. Earlier links stop working. */
export async function storePasswordReset(
  tx: Queryable,
  userId: string,
  { hash, expiresAt }: { hash: Buffer; expiresAt: string },
): Promise<void> {
  await deletePasswordResets(tx, userId)
  await tx.query('insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, $3)', [
    hash,
    userId,
    expiresAt,
  ])
}
