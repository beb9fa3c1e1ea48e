import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { Role } from '@/lib/access/permissions'
import { hashPassword, verifyPassword } from './password'
import type { SessionStore } from './session-store'

export interface NewUser {
  email: string
  name: string
  role: Role
  password: string
}

/** Adds a person and returns their id. @throws AppError conflict when the e-mail address is taken (any case). */
export async function createUser(db: Queryable, user: NewUser): Promise<string> {
  const hash = await hashPassword(user.password)
  const { rows } = await db.query<{ user_id: string }>(
    `insert into users (email, name, role, password_hash) values ($1, $2, $3, $4)
     on conflict (lower(email)) do nothing returning user_id`,
    [user.email.trim(), user.name, user.role, hash],
  )
  const [row] = rows
  if (row === undefined) throw new AppError('conflict', 'Someone with this e-mail address exists already.')
  return row.user_id
}

/**
 * Checks e-mail and password. Returns the person's id, or null for every kind of failure: unknown, disabled and wrong
 * password do the same work and look the same.
 */
export async function verifyCredentials(db: Queryable, email: string, password: string): Promise<string | null> {
  const { rows } = await db.query<{ user_id: string; password_hash: string | null; disabled: boolean }>(
    `select user_id, password_hash, disabled_at is not null as disabled from users
      where lower(email) = lower($1) and kind = 'person'`,
    [email.trim()],
  )
  const [row] = rows
  const fits = await verifyPassword(password, row?.password_hash ?? null)
  return fits && row !== undefined && !row.disabled ? row.user_id : null
}

async function change(
  db: Queryable,
  sessions: SessionStore,
  userId: string,
  text: string,
  value: unknown[],
): Promise<void> {
  const { rowCount } = await db.query(text, [userId, ...value])
  if (rowCount === 0) throw new AppError('not_found', 'This person is not known any more.')
  await sessions.revokeUser(userId)
}

/** Changes a person's role and ends their sessions, so that nothing goes on under the old one. */
export function setUserRole(db: Queryable, sessions: SessionStore, userId: string, role: Role): Promise<void> {
  return change(db, sessions, userId, 'update users set role = $2 where user_id = $1', [role])
}

/** Keeps a person out from their next request on. Their row stays, for the activity that names them. */
export function disableUser(db: Queryable, sessions: SessionStore, userId: string): Promise<void> {
  return change(
    db,
    sessions,
    userId,
    'update users set disabled_at = coalesce(disabled_at, now()) where user_id = $1',
    [],
  )
}

/** Lets a disabled person sign in again. */
export function enableUser(db: Queryable, sessions: SessionStore, userId: string): Promise<void> {
  return change(db, sessions, userId, 'update users set disabled_at = null where user_id = $1', [])
}

/** Sets a new password and ends the person's sessions. */
export async function setUserPassword(
  db: Queryable,
  sessions: SessionStore,
  userId: string,
  password: string,
): Promise<void> {
  await change(db, sessions, userId, 'update users set password_hash = $2 where user_id = $1', [
    await hashPassword(password),
  ])
}
