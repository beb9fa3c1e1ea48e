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
 * For people who must have a second factor but have none. After their password, they got a step instead of a session.
 * This step only allows setting up the first factor, which then starts the session.
 */
async function readEnrolling(auth: AuthContext, enrollment: string): Promise<StoredFactors> {
  const userId = (await readStep(auth, 'enroll', enrollment))?.userId ?? null
  const stored = userId === null ? null : await readStoredFactors(auth.db, userId)
  if (stored === null || hasFactor(stored)) throw stepOver()
  return stored
}

/** @throws AppError not_found (sign in again from the start) */
export async function beginTotpEnrollment(auth: AuthContext, enrollment: string): Promise<TotpSetUp> {
  return beginTotp(auth, 'enroll-totp', await readEnrolling(auth, enrollment))
}

/** @throws AppError not_found (sign in again from the start), unsupported (no passkeys at this address) */
export async function beginPasskeyEnrollment(auth: AuthContext, enrollment: string): Promise<Ceremony> {
  return beginRegistration(auth, 'enroll-passkey', await readEnrolling(auth, enrollment))
}

/**
 * Adds the first factor and starts the session.
 * @returns the recovery codes, and the values of Set-Cookie headers
 * @throws AppError not_found (sign in again from the start), invalid (wrong code or passkey)
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
