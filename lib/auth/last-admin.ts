import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/**
 * Advisory lock: if two admins demote each other at the same time, the second change waits and sees the first one.
 */
const adminsLock = 72_860_013

/** The allowed ways to sign in, besides passkeys. */
export interface SignInWays {
  /** Whether everyone may use a password (PASSWORD_SIGN_IN). Otherwise only emergency admins may. */
  isPasswordSignInOn: boolean
  /** The issuer of single sign-on, without a trailing slash; null: off. Identities of other issuers cannot sign in. */
  issuer: string | null
}

/** SQL: a person in `users` (as `u`) can sign in. $1 and $2 are the allowed ways. */
const canSignIn = `u.kind = 'person' and u.disabled_at is null and (
  (u.password_hash is not null and ($1::boolean or u.is_break_glass))
  or exists (select from passkeys p where p.user_id = u.user_id)
  or exists (select from identities i where i.user_id = u.user_id and rtrim(i.issuer, '/') = $2::text))`

/** Whether at least one admin can sign in. */
async function hasUsableAdmin(tx: Queryable, ways: SignInWays): Promise<boolean> {
  const { rows } = await tx.query(`select from users u where u.role = 'admin' and ${canSignIn} limit 1`, [
    ways.isPasswordSignInOn,
    ways.issuer,
  ])
  return rows.length > 0
}

/**
 * Runs a change that could remove the last admin: a change of role, disabling, or removing a way to sign in. Such
 * changes must call it first in their transaction.
 * @throws AppError conflict when no admin can sign in after the change, although one could before
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
