import 'server-only'
import type { Actor } from '@/lib/access/actor'
import { clientAddress } from '@/lib/access/client-address'
import { verifyCredentials } from '@/lib/auth/accounts'
import type { AuthContext } from '@/lib/auth/context'
import type { SessionInfo } from '@/lib/auth/session-rows'
import { AppError } from '@/lib/errors'
import { isCodeRight } from '@/lib/factors/check'
import { verifyAuthentication } from '@/lib/factors/passkeys'
import type { Proof } from '@/lib/factors/schema'
import { takeStep } from '@/lib/factors/step-store'
import { serverText } from '@/lib/server-text'
import { recordRefusal } from './sign-in-log'

const refusals: Record<Proof['method'], string> = {
  password: serverText('signIn.wrongPassword'),
  code: serverText('common.wrongCode'),
  passkey: serverText('signIn.passkeyRefused'),
}

/**
 * Records that the person of a session has given proof again. Attempts count together with sign-in attempts, so that an
 * open session cannot be used to guess a password.
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
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
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

async function isRight(auth: AuthContext, { userId, email }: Actor, given: Proof): Promise<boolean> {
  if (given.method === 'password') return (await verifyCredentials(auth.db, email, given.password))?.userId === userId
  if (given.method === 'code') return isCodeRight(auth, userId, given.code)
  const step = await takeStep(auth, 'passkey-proof', given.step)
  const challenge = step?.userId === userId ? step.data['challenge'] : undefined
  if (challenge === undefined) return false
  return (await verifyAuthentication(auth, given.answer, { challenge, userId, needsPerson: false })) !== null
}
