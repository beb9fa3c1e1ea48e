import 'server-only'
import type { AuthContext } from '@/lib/auth/context'
import { addPasskey, addTotp, beginTotp } from '@/lib/factors/mutations'
import { beginRegistration } from '@/lib/factors/passkeys'
import type { Ceremony, FactorAdded, PasskeyRegistration, TotpSetUp } from '@/lib/factors/schema'
import { readStep, takeStep } from '@/lib/factors/step-store'
import { hasFactor, readStoredFactors, type StoredFactors } from '@/lib/factors/store'
import { stepOver } from './second-step'
import { startKnownSession } from './start-session'

/**
 * For people who must have a second factor and have none. Their password gave them a step and no session: all that it
 * allows is to set up the first factor, and that starts the session.
 */
async function readEnrolling(auth: AuthContext, enrollment: string): Promise<StoredFactors> {
  const userId = (await readStep(auth, 'enroll', enrollment))?.userId ?? null
  const stored = userId === null ? null : await readStoredFactors(auth.db, userId)
  if (stored === null || hasFactor(stored)) throw stepOver()
  return stored
}

/** @throws AppError not_found (begin again) */
export async function beginTotpEnrollment(auth: AuthContext, enrollment: string): Promise<TotpSetUp> {
  return beginTotp(auth, 'enroll-totp', await readEnrolling(auth, enrollment))
}

/** @throws AppError not_found (begin again), unsupported (no passkeys at this address) */
export async function beginPasskeyEnrollment(auth: AuthContext, enrollment: string): Promise<Ceremony> {
  return beginRegistration(auth, 'enroll-passkey', await readEnrolling(auth, enrollment))
}

/**
 * Adds the first factor and starts the session.
 * @returns the recovery codes, and the values of Set-Cookie headers
 * @throws AppError not_found (begin again), invalid (wrong code or passkey)
 */
export async function enroll(
  auth: AuthContext,
  headers: Headers,
  enrollment: string,
  given: { code: { step: string; code: string } } | { passkey: PasskeyRegistration },
): Promise<{ added: FactorAdded; cookies: string[] }> {
  const actor = await readEnrolling(auth, enrollment)
  const added =
    'code' in given
      ? await addTotp(auth, actor, given.code, 'enroll-totp')
      : await addPasskey(auth, actor, given.passkey, 'enroll-passkey')
  if ((await takeStep(auth, 'enroll', enrollment)) === null) throw stepOver()
  const { userId } = actor
  const cookies = await startKnownSession(auth, headers, { userId, method: 'password', hasSecondFactor: true })
  return { added, cookies }
}
