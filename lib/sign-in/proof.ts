import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { clientAddress } from '@/lib/access/client-address'
import { verifyCredentials } from '@/lib/auth/accounts'
import type { AuthContext } from '@/lib/auth/context'
import type { SessionInfo } from '@/lib/auth/session-store'
import { AppError } from '@/lib/errors'
import type { Proof } from '@/lib/factors/schema'
import { recordRefusal } from './sign-in-log'

const refusals: Record<Proof['method'], string> = {
  password: 'Incorrect password.',
  code: 'Incorrect code. Enter the one your app shows now.',
}

/**
 * Notes that the person of a session has proved again who they are. Tries count with those of signing in, so that a session
 * left open is no place to guess a password.
 * @throws AppError throttled (before anything is checked), forbidden (wrong)
 */
export async function prove(
  auth: AuthContext,
  headers: Headers,
  who: { actor: Actor; session: SessionInfo },
  given: Proof,
): Promise<void> {
  const address = clientAddress(headers)
  const attempt = await auth.loginThrottle.begin(who.actor.email, address, { sid: who.session.sid })
  const refusal = { typed: who.actor.email, address, actor: who.actor }
  if (attempt.waitSeconds > 0) {
    await recordRefusal(auth, 'throttled', refusal)
    throw new AppError('throttled', 'Too many tries. Wait a little, then try again.', {
      details: { retryAfterSeconds: attempt.waitSeconds },
    })
  }
  if (!(await isRight(auth, who.actor, given))) {
    await recordRefusal(auth, 'unproved', refusal)
    throw new AppError('forbidden', refusals[given.method])
  }
  await auth.sessions.prove(who.session.sid)
  await attempt.succeed()
}

async function isRight(auth: AuthContext, actor: Actor, given: Proof): Promise<boolean> {
  if (given.method === 'code') return false
  return (await verifyCredentials(auth.db, actor.email, given.password)) === actor.userId
}
