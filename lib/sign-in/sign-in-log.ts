import 'server-only'
import { storedActors } from '@/lib/activity/actor-text'
import { recordActivity, type ActivityActor } from '@/lib/activity/journal'
import type { Queryable } from '@/lib/db/types'
import { reportEvent } from '@/lib/web/report-failure'
import type { AuthContext } from '@/lib/auth/context'
import { serverText } from '@/lib/server-text'

/** Logs sign-ins, sign-outs and refusals. */

const session = { objectKind: 'session', objectId: null, objectName: '' } as const
const typedCharsMax = 200

/** Logs a sign-in. @throws AppError when it could not be logged; the caller must then not sign anybody in */
export async function recordSignIn(db: Queryable, userId: string): Promise<void> {
  const { rows } = await db.query<{ name: string; email: string }>('select name, email from users where user_id = $1', [
    userId,
  ])
  const { name = '', email = '' } = rows[0] ?? {}
  await recordActivity(db, { userId, name, email }, { ...session, action: 'session.sign-in' })
}

/** Logs a sign-out. The session has already ended, so a failure to log it is only reported. */
export async function recordSignOut(db: Queryable, actor: ActivityActor): Promise<void> {
  await recordActivity(db, actor, { ...session, action: 'session.sign-out' }).catch((error: unknown) =>
    reportEvent('warn', { err: error }, 'a sign-out is missing in the log of activity'),
  )
}

/**
 * The typed name in a form that is safe to store. People sometimes type their password into the wrong field, so a text
 * that is not an email address, or contains the password, is dropped.
 */
export function readTypedName({ email, password }: { email: string; password: string }): string {
  const typed = email.trim().toLowerCase()
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(typed)
  return isAddress && !typed.includes(password.trim().toLowerCase())
    ? typed.slice(0, typedCharsMax)
    : storedActors.noAddress
}

const notes = {
  refused: serverText('signIn.incorrect'),
  'second-factor': serverText('signIn.notes.secondFactor'),
  passkey: serverText('signIn.passkeyRefused'),
  unproved: serverText('signIn.notes.unproved'),
  throttled: serverText('signIn.notes.throttled'),
  broken: serverText('signIn.notes.broken'),
} as const

/**
 * Logs a failed attempt to sign in or, with `actor`, to give proof. A flood is logged as one entry per minute with the
 * number of attempts.
 */
export async function recordRefusal(
  auth: Pick<AuthContext, 'db' | 'loginThrottle'>,
  why: keyof typeof notes | { note: string },
  { typed, address, actor: proving }: { typed: string; address: string; actor?: ActivityActor },
): Promise<void> {
  const { isNoted, unnoted } = auth.loginThrottle.note(address, why !== 'throttled')
  if (!isNoted) return
  const more = unnoted === 0 ? '' : ` ${serverText('signIn.notes.unnoted', { count: unnoted })}`
  const note = typeof why === 'string' ? notes[why] : why.note
  const act = { ...session, action: proving === undefined ? 'session.sign-in' : 'session.prove' }
  // An account with the typed name, if there is one, is not the actor, because the identity was not proved.
  const actor = proving ?? { userId: null, name: typed, email: typed }
  await recordActivity(auth.db, actor, act, { outcome: 'failed', note: note + more }).catch((error: unknown) =>
    reportEvent('warn', { err: error }, 'a refused sign-in is missing in the log of activity'),
  )
}
