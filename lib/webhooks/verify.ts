import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '@/lib/env'

/**
 * Whether a delivery comes from the service. The contract leaves the way open (interface.md 6), so that it is a setting.
 * Nothing is made good here: a header of another form is a wrong one.
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
  /** Value of the header, as it came. */
  value: string
  body: Uint8Array
}

/** What is not 64 hexadecimal digits in lower case tells nothing about the secret. */
const isSignature = (value: string) => /^[0-9a-f]{64}$/.test(value)

/** Of each scheme: whether it was made with this secret. Takes as long for a wrong one as for the right one. */
const schemes: Readonly<Record<WebhookScheme, (given: Given, secret: string) => boolean>> = {
  'hmac-sha256': ({ value, body }, secret) => {
    if (!isSignature(value)) return false
    return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(value, 'hex'))
  },
  // Digests have one length: neither the length nor a common begin shows in the time.
  header: ({ value }, secret) => timingSafeEqual(digest(value), digest(secret)),
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether one of `secrets` has made it. All are tried, so that the time does not tell which. None: never. */
export function isGenuine({ scheme }: Verification, given: Given, secrets: readonly string[]): boolean {
  let isOne = false
  for (const secret of secrets) isOne = (secret !== '' && schemes[scheme](given, secret)) || isOne
  return isOne
}

/**
 * Whether a request may be looked at beyond the limit for refused ones, by its header alone. A signature cannot be guessed,
 * however often one tries; a shared secret that a person chose might.
 */
export function couldBeGenuine({ scheme }: Verification, value: string | null): boolean {
  return scheme === 'hmac-sha256' && value !== null && isSignature(value)
}
