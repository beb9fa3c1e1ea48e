import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import type { AuthContext } from '@/lib/auth/context'
import { AppError } from '@/lib/errors'
import { settings } from '@/lib/env'
import { isCodeRight } from '@/lib/factors/check'
import { spendRecoveryCode } from '@/lib/factors/mutations'
import { verifyAuthentication, writeAuthenticationOptions } from '@/lib/factors/passkeys'
import { isFactorRequired } from '@/lib/factors/policy'
import { findRelyingParty } from '@/lib/factors/relying-party'
import type { NextStep, SecondStep } from '@/lib/factors/schema'
import { createStep, readStep, type Step, stepLimits, takeStep, tryStep } from '@/lib/factors/step-store'
import { hasFactor, readStoredFactors, type StoredFactors } from '@/lib/factors/store'
import { serverText } from '@/lib/server-text'
import { recordRefusal } from './sign-in-log'
import { startKnownSession } from './start-session'

/** The step between the correct password and a session. */

/**
 * The next step of a person whose password was correct. Null: no further step, so a session may start. All other code
 * that starts a session by a password or an emailed link must call this too.
 */
export async function planNextStep(auth: AuthContext, userId: string): Promise<NextStep | null> {
  const stored = await readStoredFactors(auth.db, userId)
  if (stored === null) return null
  const offers = {
    ok: false as const,
    hasCode: stored.totpSecret !== null,
    hasRecoveryCode: stored.recoveryCodesLeft > 0,
  }
  if (hasFactor(stored)) {
    const passkey = await offerPasskey(auth, stored)
    const data = passkey === null ? {} : { challenge: passkey.challenge }
    const step = await createStep(auth, 'second-factor', { userId, data })
    return { ...offers, step, enroll: false, passkey }
  }
  if (!isFactorRequired(stored.role)) return null
  const step = await createStep(auth, 'enroll', { userId, data: {}, keptMs: stepLimits.enrollKeptMs })
  return { ...offers, step, enroll: true, passkey: null }
}

async function offerPasskey(auth: AuthContext, { userId, passkeyCount }: StoredFactors) {
  const isPossible = passkeyCount > 0 && findRelyingParty(settings().publicUrl) !== null
  return isPossible ? writeAuthenticationOptions(auth, userId) : null
}

/** The same error for a step that has expired, was used, or had too many wrong codes. */
export function stepOver(): AppError {
  return new AppError('not_found', serverText('signIn.stepOver'))
}

const refusals = {
  code: serverText('common.wrongCode'),
  'recovery-code': serverText('signIn.wrongRecoveryCode'),
  passkey: serverText('signIn.passkeyRefused'),
} as const

/**
 * Finishes a sign-in with the second factor. Tries count like those with a password, and each step allows at most five.
 * @returns the values of Set-Cookie headers
 * @throws AppError throttled (before anything is checked), unauthenticated (wrong factor), not_found (sign in again
 * from the start)
 */
export async function takeSecondStep(
  auth: AuthContext,
  headers: Headers,
  { step, given }: SecondStep,
): Promise<string[]> {
  const userId = (await readStep(auth, 'second-factor', step))?.userId ?? null
  const stored = userId === null ? null : await readStoredFactors(auth.db, userId)
  if (stored === null) throw stepOver()
  const address = clientAddress(headers)
  // The person knows the password, so guesses of others must not lock them out.
  const attempt = await auth.loginThrottle.begin(stored.email, address, { sid: `second step ${stored.userId}` })
  const refusal = { typed: stored.email, address }
  if (attempt.waitSeconds > 0) {
    await recordRefusal(auth, 'throttled', refusal)
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
      details: { retryAfterSeconds: attempt.waitSeconds },
    })
  }
  const tried = await tryStep(auth, 'second-factor', step)
  if (tried === null) throw stepOver()
  if (!(await isRight(auth, stored, tried, given))) {
    await recordRefusal(auth, 'second-factor', refusal)
    throw new AppError('unauthenticated', refusals[given.method])
  }
  // Of two correct responses to one step, only one starts a session.
  if ((await takeStep(auth, 'second-factor', step)) === null) throw stepOver()
  const cookies = await startKnownSession(auth, headers, {
    userId: stored.userId,
    method: 'password',
    hasSecondFactor: true,
  })
  await attempt.succeed()
  return cookies
}

async function isRight(
  auth: AuthContext,
  stored: StoredFactors,
  { data }: Step,
  given: SecondStep['given'],
): Promise<boolean> {
  const { userId } = stored
  if (given.method === 'code') return isCodeRight(auth, userId, given.code)
  if (given.method === 'recovery-code') return spendRecoveryCode(auth, stored, given.code)
  const { challenge } = data
  if (challenge === undefined) return false
  return (await verifyAuthentication(auth, given.answer, { challenge, userId, needsPerson: false })) !== null
}
