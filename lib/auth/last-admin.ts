import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/** Two admins who demote each other at the same moment take turns here, so the second one sees what the first one did. */
const adminsLock = 72_860_013

/** Which ways to sign in count, beside passkeys. */
export interface SignInWays {
  /** Everybody may use a password (PASSWORD_SIGN_IN); else admins for emergencies alone. */
  isPasswordSignInOn: boolean
  /** The issuer of single sign-on, without a slash at its end; null: off. An account at another one is no way in. */
  issuer: string | null
}

/** A person in `users` who may sign in, by whatever way they have. $1, $2: which ways count. */
const canSignIn = `u.kind = 'person' and u.disabled_at is null and (
  (u.password_hash is not null and ($1::boolean or u.is_break_glass))
  or exists (select from passkeys p where p.user_id = u.user_id)
  or exists (select from identities i where i.user_id = u.user_id and rtrim(i.issuer, '/') = $2::text))`

/** Whether somebody could sign in and manage people. */
async function hasUsableAdmin(tx: Queryable, ways: SignInWays): Promise<boolean> {
  const { rows } = await tx.query(`select from users u where u.role = 'admin' and ${canSignIn} limit 1`, [
    ways.isPasswordSignInOn,
    ways.issuer,
  ])
  return rows.length > 0
}

/**
 * Runs a change that could take the last admin away: role, disabling, ways to sign in. Everything that does so goes through
 * here, first in its transaction.
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
