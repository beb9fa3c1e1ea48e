import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { clientAddress } from '@/lib/access/client-address'
import { recordActivity } from '@/lib/activity/journal'
import { hashPassword, verifyPassword } from '@/lib/auth/password'
import { requireStrongPassword } from '@/lib/auth/password-strength'
import { authContext } from '@/lib/auth/session'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { database } from '@/lib/db/instance'
import { AppError, invalidField } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { requireSession } from './data'
import type { PasswordChange } from './schema'

/**
 * Changes a person's own password, which requires the current one. All other sessions and open links to set a password
 * end; this session continues and counts as proof. A wrong current password counts as a failed sign-in.
 * @throws AppError throttled, invalid (`fields.current` or `fields.next`), conflict (no password, or it changed during
 * the request)
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
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
      details: { retryAfterSeconds: attempt.waitSeconds },
    })
  const { rows } = await db.query<{ password_hash: string | null; email: string; name: string }>(
    'select password_hash, email, name from users where user_id = $1',
    [actor.userId],
  )
  const [person] = rows
  if (person === undefined || person.password_hash === null) {
    await attempt.succeed()
    throw new AppError('conflict', serverText('account.noPassword'))
  }
  const entry = {
    action: 'account.change-password',
    objectKind: 'account',
    objectId: actor.userId,
    objectName: actor.name,
  }
  if (!(await verifyPassword(current, person.password_hash))) {
    await recordActivity(db, actor, entry, { outcome: 'failed', note: serverText('account.wrongPassword') })
    throw invalidField('current', serverText('account.wrongPassword'))
  }
  await attempt.succeed()
  if (next === current) throw invalidField('next', serverText('account.samePassword'))
  await requireStrongPassword(next, person).catch((error: unknown) => {
    throw error instanceof AppError ? invalidField('next', error.text) : error
  })
  const hash = await hashPassword(next)
  const ended = await db.transaction(async (tx) => {
    const { rowCount } = await tx.query(
      `update users set password_hash = $2, password_set_at = $3 where user_id = $1 and password_hash = $4`,
      [actor.userId, hash, new Date(auth.clock.now()).toISOString(), person.password_hash],
    )
    if (rowCount === 0) throw new AppError('conflict', serverText('account.passwordChanged'))
    await tx.query('delete from password_resets where user_id = $1', [actor.userId])
    const count = await auth.sessions.revokeUser(actor.userId, tx, sid)
    const note = serverText('account.otherSessionsEnded', { count })
    await recordActivity(tx, actor, entry, { outcome: 'done', note })
    return count
  })
  auth.sessions.forgetUser(actor.userId)
  await auth.sessions.prove(sid)
  return { ended }
}
