import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '@/lib/env'

/**
 * Checks whether a delivery comes from the service. The contract leaves the method open (interface.md 6), so it is a
 * setting. Nothing is corrected here: a header of another form is wrong.
 */

export type WebhookScheme = Settings['webhooks']['scheme']

export interface Verification {
  scheme: WebhookScheme
  /** Name of the header of the scheme `header`. */
  header: string
}

/** Of the scheme `hmac-sha256` (service.md 8). */
const signatureHeader = 'x-safetyculture-signature'

/** The header that a scheme reads. */
export function headerOf({ scheme, header }: Verification): string {
  return scheme === 'hmac-sha256' ? signatureHeader : header
}

interface Given {
  /** Value of the header, unchanged. */
  value: string
  body: Uint8Array
}

/** A value that is not 64 lower-case hexadecimal digits reveals nothing about the secret. */
const isSignature = (value: string) => /^[0-9a-f]{64}$/.test(value)

/** For each scheme: whether it was made with this secret. A wrong one takes as long as the right one. */
const schemes: Readonly<Record<WebhookScheme, (given: Given, secret: string) => boolean>> = {
  'hmac-sha256': ({ value, body }, secret) => {
    if (!isSignature(value)) return false
    return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(value, 'hex'))
  },
  // Digests have one length, so the time reveals neither the length nor a common prefix.
  header: ({ value }, secret) => timingSafeEqual(digest(value), digest(secret)),
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether one of `secrets` made it. All are tried, so that the time does not reveal which. None: never. */
export function isGenuine({ scheme }: Verification, given: Given, secrets: readonly string[]): boolean {
  let isOne = false
  for (const secret of secrets) isOne = (secret !== '' && schemes[scheme](given, secret)) || isOne
  return isOne
}

/**
 * Whether a request may be checked beyond the limit for refused ones, by its header alone. A signature cannot be
 * guessed, however often one tries; a shared secret that a person chose might be.
 */
export function couldBeGenuine({ scheme }: Verification, value: string | null): boolean {
  return scheme === 'hmac-sha256' && value !== null && isSignature(value)
}
