import * as z from 'zod'

/** Second factors, passkeys and proofs of who somebody is, as they cross `/api`. */

/** What was typed as a code: digits, with spaces wherever people put them. */
export const typedCode = z.string().trim().min(1, 'is missing').max(40, 'is too long')

/** How the person of a session can prove that it is still them. */
export const proofWays = z.object({
  hasPassword: z.boolean(),
  hasPasskey: z.boolean(),
  /** A one-time code of an authenticator app. */
  hasCode: z.boolean(),
  /** Name of the issuer, when their account there is linked. */
  issuerName: z.string().nullable(),
})
export type ProofWays = z.infer<typeof proofWays>

export const proof = z.discriminatedUnion('method', [
  z.object({ method: z.literal('password'), password: z.string().min(1, 'is missing').max(256, 'is too long') }),
  z.object({ method: z.literal('code'), code: typedCode }),
])
export type Proof = z.infer<typeof proof>
