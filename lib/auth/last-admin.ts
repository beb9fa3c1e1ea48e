import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/**
 * Two admins who demote each other at the same moment take turns here, so that the second one sees the first change.
 */
const adminsLock = 72_860_013

/** The allowed ways to sign in, besides passkeys. */
export interface SignInWays {
  /** Everybody may use a password (PASSWORD_SIGN_IN); otherwise only emergency admins. */
  isPasswordSignInOn: boolean
  /** The issuer of single sign-on, without a trailing slash; null: off. An account at another issuer does not count. */
  issuer: string | null
}

/** A person in `users` who may sign in, in any way. $1, $2: the allowed ways. */
const canSignIn = `u.kind = 'person' and u.disabled_at is null and (
  (u.password_hash is not null and ($1::boolean or u.is_break_glass))
  or exists (select from passkeys p where p.user_id = u.user_id)
  or exists (select from identities i where i.user_id = u.user_id and rtrim(i.issuer, '/') = $2::text))`

/** Whether anyone could sign in and manage people. */
async function hasUsableAdmin(tx: Queryable, ways: SignInWays): Promise<boolean> {
  const { rows } = await tx.query(`select from users u where u.role = 'admin' and ${canSignIn} limit 1`, [
    ways.isPasswordSignInOn,
    ways.issuer,
  ])
  return rows.length > 0
}

/**
 * Runs a change that could remove the last admin: role, disabling, ways to sign in. All such changes go through here,
 * first in their transaction.
 * @throws AppError conflict when no admin could sign in after it, although one could before
 */
export async function keepAnAdmin<Result>(
  tx: Queryable,
  ways: SignInWays,
  change: () => Promise<Result>,
): Promise<Result> {
  await tx.query('select pg_advisory_xact_lock($1)', [adminsLock])
  const hadOne = await hasUsableAdmin(tx, ways)
  const result = await change()
  if (hadOne && !(await hasUsableAdmin(tx, ways))) throw new AppError('conflict', serverText('auth.lastAdmin'))
  return result
}
