import * as z from 'zod'
import { signedAnswer } from '@/lib/access/schema'
import { serverText } from '@/lib/server-text'

/** Second factors, passkeys and proofs in requests and responses of `/api`. */

const nameCharsMax = 60

/** A code from an authenticator app, or a recovery code. Spaces and hyphens are ignored. */
export const typedCode = z.string().trim().min(1, serverText('common.missing')).max(40, serverText('common.tooLong'))
/** Identifies a step that waits for its response, as returned by the request that started it. Works once. */
export const stepToken = z.string().regex(/^[\w-]{43}$/, serverText('factors.fields.step'))
const encoded = (charsMax: number) => z.string().min(1).max(charsMax)
/** ID of a passkey, as the authenticator created it. */
export const credentialId = z.string().regex(/^[\w-]{1,1400}$/, serverText('factors.fields.passkeyId'))
/** Name of a passkey, to tell it from others. */
export const passkeyName = z
  .string()
  .trim()
  .min(1, serverText('common.missing'))
  .max(nameCharsMax, serverText('factors.fields.nameTooLong', { max: nameCharsMax }))
  .refine((name) => name.isWellFormed() && !name.includes('\0'), serverText('common.fields.badCharacter'))

/** Options for the browser's authenticator. Both ends use one library, which knows the rest of the structure. */
export const ceremonyOptions = z.looseObject({ challenge: z.string() })
export const ceremony = z.object({ step: stepToken, options: ceremonyOptions })
export type Ceremony = z.infer<typeof ceremony>

const answerFields = {
  id: credentialId,
  /** The same ID again, as WebAuthn requires it. */
  rawId: credentialId,
  type: z.literal('public-key'),
  /** Results of WebAuthn extensions. Sightline uses none. */
  clientExtensionResults: z.looseObject({}),
}
/** An authenticator's response when a passkey is created. */
export const newPasskeyAnswer = z.object({
  ...answerFields,
  /** The response of WebAuthn, as Base64url. */
  response: z.object({
    /** What the browser signed: challenge, origin and type. */
    clientDataJSON: encoded(4_000),
    /** The public key and the data of the authenticator. */
    attestationObject: encoded(40_000),
    /** How the authenticator can be reached, such as `usb` or `internal`. */
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswer>

/** An authenticator's response when a passkey is used. */
export const passkeyAnswer = z.object({
  ...answerFields,
  /** The response of WebAuthn, as Base64url. */
  response: z.object({
    /** What the browser signed: challenge, origin and type. */
    clientDataJSON: encoded(4_000),
    /** The data of the authenticator, which is signed too. */
    authenticatorData: encoded(4_000),
    /** The signature of both. */
    signature: encoded(4_000),
    /** The account that the authenticator names; null if it names none. */
    userHandle: z.string().max(200).nullish(),
  }),
})
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>

/** How the person of a session can prove that it is still them. */
export const proofWays = z.object({
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  /** A one-time code of an authenticator app. */
  hasCode: z.boolean(),
  /** Name of the issuer when the person's account there is linked. */
  issuerName: z.string().nullable(),
})
export type ProofWays = z.infer<typeof proofWays>

/** A proof of identity: a password, a code of an authenticator app, or a passkey. */
export const proof = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('password'),
    /** The current password. */
    password: z.string().min(1, serverText('common.missing')).max(256, serverText('common.tooLong')),
  }),
  z.object({
    method: z.literal('code'),
    /** A code of the authenticator app. */
    code: typedCode,
  }),
  z.object({ method: z.literal('passkey'), step: stepToken, answer: passkeyAnswer }),
])
export type Proof = z.infer<typeof proof>

/** The next step after a correct password. `enroll`: the person must have a second factor and has none. */
const nextStep = z.object({
  ok: z.literal(false),
  step: stepToken,
  enroll: z.boolean(),
  hasCode: z.boolean(),
  hasRecoveryCode: z.boolean(),
  /** For the authenticator; null without passkeys, or where this console's address allows none. */
  passkey: ceremonyOptions.nullable(),
})
export type NextStep = z.infer<typeof nextStep>

/** The response to a correct password: a session, or the next step. */
export const passwordAnswer = z.union([signedAnswer, nextStep])

/** The second step of a sign-in. */
export const secondStep = z.object({
  step: stepToken,
  given: z.discriminatedUnion('method', [
    z.object({ method: z.literal('code'), code: typedCode }),
    z.object({ method: z.literal('recovery-code'), code: typedCode }),
    z.object({ method: z.literal('passkey'), answer: passkeyAnswer }),
  ]),
})
export type SecondStep = z.infer<typeof secondStep>

const instant = z.iso.datetime({ offset: true })

export const passkey = z.object({
  credentialId,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** Whether the passkey is synced between several devices, by an account with the device's manufacturer. */
  isBackedUp: z.boolean(),
})
export type Passkey = z.infer<typeof passkey>

/** A person's own factors. */
export const factors = z.object({
  passkeys: z.array(passkey),
  /** When codes of an authenticator app became required; null: they are not required. */
  totpSince: instant.nullable(),
  recoveryCodesLeft: z.number().int(),
  hasPassword: z.boolean(),
  /** Whether the settings require a second factor from this person. */
  isRequired: z.boolean(),
  /** The address at which passkeys work; null when the address of this console does not allow passkeys. */
  passkeyOrigin: z.string().nullable(),
})
export type Factors = z.infer<typeof factors>

/** A set-up that waits for the first code. */
export const totpSetUp = z.object({
  step: stepToken,
  /** Base32, to type it into the app. */
  secret: z.string(),
  /** The content of the QR code. */
  uri: z.string(),
})
export type TotpSetUp = z.infer<typeof totpSetUp>

export const totpConfirmation = z.object({
  step: stepToken,
  /** The first code that the authenticator app shows. */
  code: typedCode,
})
export const passkeyRegistration = z.object({ step: stepToken, name: passkeyName, answer: newPasskeyAnswer })
export type PasskeyRegistration = z.infer<typeof passkeyRegistration>
/** Contains recovery codes only when this was the person's first factor. They are never returned again. */
export const factorAdded = z.object({ recoveryCodes: z.array(z.string()).nullable() })
export type FactorAdded = z.infer<typeof factorAdded>
export const recoveryCodesMade = z.object({ recoveryCodes: z.array(z.string()) })
export const passkeyChange = z.object({ name: passkeyName })
export const passkeyParams = z.object({ credentialId })
export const passkeySignIn = z.object({ step: stepToken, answer: passkeyAnswer })
/** `enrollment` is the step after the password; `step` is that of the set-up. */
export const totpEnrollment = totpConfirmation.extend({ enrollment: stepToken })
export const passkeyEnrollment = passkeyRegistration.extend({ enrollment: stepToken })
export const enrollmentStep = z.object({ step: stepToken })
