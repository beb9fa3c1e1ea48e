import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { clientAddress } from '@/lib/access/client-address'
import { recordActivity } from '@/lib/activity/journal'
import { hashPassword, verifyPassword } from '@/lib/auth/password'
import { requireStrongPassword } from '@/lib/auth/password-strength'
import { authContext } from '@/lib/auth/session'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'
import { requireSession } from './data'
import type { PasswordChange } from './schema'

/**
 * Changes a person's own password, for which the current one is needed. All other sessions and open links to set a password
 * end; this session goes on and counts as proved. A wrong current password counts as a wrong try to sign in.
 * @throws AppError throttled, invalid (`fields.current` or `fields.next`), conflict (no password, or it changed during the request)
 */
export async function changePassword(
  actor: Actor,
  given: SessionInfo | null,
  { current, next }: PasswordChange,
  headers: Headers,
): Promise<{ ended: number }> {
  const { sid } = requireSession(given)
  const auth = authContext()
  const db = await database()
  const attempt = await auth.loginThrottle.begin(actor.email, clientAddress(headers), { sid })
  if (attempt.waitSeconds > 0)
    throw new AppError('throttled', 'Too many tries. Wait a little, then try again.', {
      details: { retryAfterSeconds: attempt.waitSeconds },
    })
  const { rows } = await db.query<{ password_hash: string | null; email: string; name: string }>(
    'select password_hash, email, name from users where user_id = $1',
    [actor.userId],
  )
  const [person] = rows
  if (person === undefined || person.password_hash === null) {
    await attempt.succeed()
    throw new AppError('conflict', 'Your account has no password. An admin can send you a link to set one.')
  }
  const entry = {
    action: 'account.change-password',
    objectKind: 'account',
    objectId: actor.userId,
    objectName: actor.name,
  }
  if (!(await verifyPassword(current, person.password_hash))) {
    await recordActivity(db, actor, entry, { outcome: 'failed', note: 'The current password was not right.' })
    throw refuse('current', 'The current password is not right.')
  }
  await attempt.succeed()
  if (next === current) throw refuse('next', 'This is your current password. Choose another one.')
  await requireStrongPassword(next, person).catch((error: unknown) => {
    throw error instanceof AppError ? refuse('next', error.message) : error
  })
  const hash = await hashPassword(next)
  const ended = await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update users set password_hash = $2, password_set_at = $3 where user_id = $1 and password_hash = $4`,
      [actor.userId, hash, new Date(auth.clock.now()).toISOString(), person.password_hash],
    )
    if (rowCount === 0) throw new AppError('conflict', 'Your password was changed elsewhere just now. Sign in again.')
    await tx.query('delete from password_resets where user_id = $1', [actor.userId])
    const count = await auth.sessions.revokeUser(actor.userId, tx, sid)
    const note = count === 1 ? '1 other session ended.' : `${count} other sessions ended.`
    await recordActivity(tx, actor, entry, { outcome: 'done', note })
    return count
  })
  auth.sessions.forgetUser(actor.userId)
  await auth.sessions.prove(sid)
  return { ended }
}

function refuse(field: 'current' | 'next', problem: string): AppError {
  return new AppError('invalid', problem, { details: { fields: { [field]: problem } } })
}
