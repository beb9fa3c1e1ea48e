import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import type { Role } from '@/lib/access/permissions'
import { serverText } from '@/lib/server-text'
import { hashPassword, verifyPassword } from './password'

/**
 * SQL condition on `users`: an admin for emergencies, who may use a password with PASSWORD_SIGN_IN=off. A person
 * who has lost the role admin is no longer one.
 */
export const isEmergencyAdmin = `(is_break_glass and role = 'admin')`

export interface NewUser {
  email: string
  name: string
  role: Role
  password: string
}

/**
 * Adds a person and returns their id.
 * @throws AppError conflict when the email address is taken (any case).
 */
export async function createUser(db: Queryable, { password, ...user }: NewUser): Promise<string> {
  const userId = await insertAccount(db, { ...user, hash: await hashPassword(password) })
  if (userId === null) throw new AppError('conflict', serverText('common.emailTaken'))
  return userId
}

/**
 * Adds a person and returns their id. Null when the email address is taken, in any case.
 * @param account.hash null for a person who signs in without a password
 */
export async function insertAccount(
  tx: Queryable,
  account: { email: string; name: string; role: Role; hash: string | null; isBreakGlass?: boolean },
): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash, password_set_at, is_break_glass)
     values ($1, $2, $3, $4, case when $4::text is not null then now() end, $5)
     on conflict (lower(email)) do nothing returning user_id`,
    [account.email.trim(), account.name, account.role, account.hash, account.isBreakGlass ?? false],
  )
  return rows[0]?.user_id ?? null
}

/** A person who entered the correct password. */
export interface CheckedPerson {
  userId: string
  /**
   * The account's epoch at the time of the check. Everything that ends the person's sessions changes the epoch, so a
   * session that starts later can detect the change.
   */
  epoch: number
}

/**
 * Checks email and password. Returns the person, or null for every kind of failure. An unknown or disabled person, a
 * wrong password and a password that is not allowed all take the same work, so that they look the same.
 */
export async function verifyCredentials(db: Queryable, email: string, password: string): Promise<CheckedPerson | null> {
  const { rows } = await db.query<{
    user_id: string
    epoch: number
    password_hash: string | null
    is_refused: boolean
  }>(
    // With PASSWORD_SIGN_IN=off only admins for emergencies may use a password.
    `select user_id, device_epoch as epoch, password_hash,
            disabled_at is not null or not ($2 or ${isEmergencyAdmin}) as is_refused from users
      where lower(email) = lower($1) and kind = 'person'`,
    [email.trim(), settings().isPasswordSignInOn],
  )
  const [row] = rows
  const fits = await verifyPassword(password, row?.password_hash ?? null)
  return fits && row !== undefined && !row.is_refused ? { userId: row.user_id, epoch: row.epoch } : null
}
