import 'server-only'
import { clientAddress } from '@/lib/access/client-address'
import type { AuthContext } from '@/lib/auth/context'
import { addressKey } from '@/lib/access/address-prefix'
import { AppError } from '@/lib/errors'
import { beginAuthentication, verifyAuthentication } from '@/lib/factors/passkeys'
import type { Ceremony, PasskeyAnswer } from '@/lib/factors/schema'
import { takeStep } from '@/lib/factors/step-store'
import { takeToken } from '@/lib/web/throttle'
import { serverText } from '@/lib/server-text'
import { recordRefusal } from './sign-in-log'
import { startKnownSession } from './start-session'

/** There is nothing to guess here. The limit prevents one address from filling the table of steps. */
const limit = { burst: 30, perSecond: 0.5 }

function requireRoom(headers: Headers): void {
  const waitSeconds = takeToken(`passkey ${addressKey(clientAddress(headers))}`, limit)
  if (waitSeconds > 0)
    throw new AppError('throttled', serverText('common.tooManyAttempts'), {
      details: { retryAfterSeconds: Math.ceil(waitSeconds) },
    })
}

/** A challenge for whichever passkey the browser offers. @throws AppError throttled, unsupported */
export async function beginPasskeySignIn(auth: AuthContext, headers: Headers): Promise<Ceremony> {
  requireRoom(headers)
  return beginAuthentication(auth, 'passkey-sign-in', null)
}

/**
 * Signs in with only a passkey, which counts as two factors: the device, and a finger, face or PIN.
 * @returns the values of Set-Cookie headers
 * @throws AppError throttled, unauthenticated (one sentence for every reason), not_found (challenge expired or used)
 */
export async function signInWithPasskey(
  auth: AuthContext,
  headers: Headers,
  { step, answer }: { step: string; answer: PasskeyAnswer },
): Promise<string[]> {
  requireRoom(headers)
  const taken = await takeStep(auth, 'passkey-sign-in', step)
  if (taken === null) throw new AppError('not_found', serverText('signIn.passkeyTooLate'))
  const { challenge = '' } = taken.data
  const person = await verifyAuthentication(auth, answer, { challenge, userId: null, needsPerson: true })
  if (person === null) {
    await recordRefusal(auth, 'passkey', { typed: '(a passkey)', address: clientAddress(headers) })
    throw new AppError('unauthenticated', serverText('signIn.passkeyRefusedAtSignIn'))
  }
  return startKnownSession(auth, headers, { userId: person.userId, method: 'passkey', hasSecondFactor: true })
}
