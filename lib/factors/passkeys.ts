import 'server-only'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthContext } from '@/lib/auth/context'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { log } from '@/lib/log'
import { serverText } from '@/lib/server-text'
import { findRelyingParty, type RelyingParty } from './relying-party'
import type { Ceremony, NewPasskeyAnswer, PasskeyAnswer } from './schema'
import { createStep, type StepPurpose } from './step-store'
import { findPasskey, listStoredPasskeys, notePasskeyUse, type StoredPasskey } from './store'

/** The ceremonies of WebAuthn. A challenge belongs to a step, so that it works once and for one purpose only. */

type Around = Pick<AuthContext, 'db' | 'clock'>
type Options = Ceremony['options']
const ceremonyMs = 5 * 60_000

/** @throws AppError unsupported when this console's address allows no passkeys */
export function requireRelyingParty(): RelyingParty {
  const party = findRelyingParty(settings().publicUrl)
  if (party === null) throw new AppError('unsupported', serverText('factors.needsHostName'))
  return party
}

/**
 * Only the challenge is typed, because one library writes the other options on the server and reads them in the
 * browser.
 */
function asOptions(options: { challenge: string }): Options {
  return { ...options }
}

/** Starts to add a passkey for a person. */
export async function beginRegistration(
  around: Around,
  purpose: StepPurpose & ('passkey-add' | 'enroll-passkey'),
  who: { userId: string; email: string; name: string },
): Promise<Ceremony> {
  const party = requireRelyingParty()
  const known = await listStoredPasskeys(around.db, who.userId)
  const options = await generateRegistrationOptions({
    rpName: 'Sightline',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(who.userId)),
    userName: who.email,
    userDisplayName: who.name,
    timeout: ceremonyMs,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    // A passkey is enough to sign in. So it must be discoverable without a typed name, and always require a PIN, finger
    // or face.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const step = await createStep(around, purpose, { userId: who.userId, data: { challenge: options.challenge } })
  return { step, options: asOptions(options) }
}

/**
 * The new credential of an authenticator in its stored form; null when the response does not match the challenge, the
 * origin or the rules.
 */
export async function verifyRegistration(
  challenge: string,
  answer: NewPasskeyAnswer,
): Promise<
  | (Pick<StoredPasskey, 'credentialId' | 'counter' | 'transports'> & {
      publicKey: Uint8Array
      isBackedUp: boolean
    })
  | null
> {
  const party = requireRelyingParty()
  const { transports = [], ...response } = answer.response
  const verified = await verifyRegistrationResponse({
    response: { ...answer, response: { ...response, transports } },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch(noteRefusal)
  if (verified?.verified !== true) return null
  const { credential, credentialBackedUp } = verified.registrationInfo
  const { id: credentialId, publicKey, counter } = credential
  return { credentialId, publicKey, counter, transports, isBackedUp: credentialBackedUp }
}

/** Options to use a passkey: one of `userId`, or any passkey that the authenticator offers. */
export async function writeAuthenticationOptions(around: Around, userId: string | null): Promise<Options> {
  const party = requireRelyingParty()
  const known = userId === null ? [] : await listStoredPasskeys(around.db, userId)
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    timeout: ceremonyMs,
    // As a second factor after a password, a touch is enough. On its own, a passkey must verify the person.
    userVerification: userId === null ? 'required' : 'preferred',
    allowCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
  })
  return asOptions(options)
}

/** Starts a ceremony to use a passkey for `purpose`. */
export async function beginAuthentication(
  around: Around,
  purpose: StepPurpose & ('passkey-sign-in' | 'passkey-proof'),
  userId: string | null,
): Promise<Ceremony> {
  const options = await writeAuthenticationOptions(around, userId)
  const step = await createStep(around, purpose, { userId, data: { challenge: options.challenge } })
  return { step, options }
}

/**
 * The owner of the passkey that signed the challenge. Null when the passkey is unknown, belongs to somebody other than
 * `userId` or to a disabled person, was created for another origin, or has a counter that suggests a copy.
 */
export async function verifyAuthentication(
  { db, clock }: Around,
  answer: PasskeyAnswer,
  { challenge, userId, needsPerson }: { challenge: string; userId: string | null; needsPerson: boolean },
): Promise<{ userId: string } | null> {
  const party = requireRelyingParty()
  const stored = await findPasskey(db, answer.id)
  if (stored === null || (userId !== null && stored.userId !== userId)) return null
  const { userHandle, ...response } = answer.response
  // Discoverable passkeys contain the id of their person. It must match the stored owner.
  if (typeof userHandle === 'string' && Buffer.from(userHandle, 'base64url').toString() !== stored.userId) return null
  const verified = await verifyAuthenticationResponse({
    response: { ...answer, response },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: needsPerson,
    credential: {
      id: stored.credentialId,
      publicKey: Uint8Array.from(stored.publicKey),
      counter: stored.counter,
      transports: stored.transports,
    },
  }).catch(noteRefusal)
  if (verified?.verified !== true) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  const at = new Date(clock.now()).toISOString()
  const isNoted = await notePasskeyUse(db, stored.credentialId, {
    counter: newCounter,
    isBackedUp: credentialBackedUp,
    at,
  })
  return isNoted ? { userId: stored.userId } : null
}

/** The library throws for invalid responses. Logs the reason for admins, without quoted values. */
function noteRefusal(error: unknown): null {
  log().info(
    { reason: error instanceof Error ? error.message.replace(/"[^"]*"/g, '…') : 'unknown' },
    'an answer of an authenticator was refused',
  )
  return null
}
