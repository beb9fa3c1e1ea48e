import 'server-only'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Settings } from '@/lib/env'

/**
 * Checks whether a delivery comes from the service. The contract leaves the method open (interface.md 6), so it is a
 * setting. A header is never normalized: a header in another form is wrong.
 */

export type WebhookScheme = Settings['webhooks']['scheme']

export interface Verification {
  scheme: WebhookScheme
  /** Name of the header that the scheme `header` reads. */
  header: string
}

/** Header of the scheme `hmac-sha256` (service.md 8). */
const signatureHeader = 'x-safetyculture-signature'

/** The header that a scheme reads. */
export function headerOf({ scheme, header }: Verification): string {
  return scheme === 'hmac-sha256' ? signatureHeader : header
}

interface Given {
  /** Value of the header, as it was sent. */
  value: string
  body: Uint8Array
}

/** Whether a value is 64 lowercase hexadecimal digits. Refusing other values early reveals nothing about the secret. */
const isSignature = (value: string) => /^[0-9a-f]{64}$/.test(value)

/**
 * For each scheme a check whether the value was made with this secret. A wrong value takes as long to check as the
 * right one.
 */
const schemes: Readonly<Record<WebhookScheme, (given: Given, secret: string) => boolean>> = {
  'hmac-sha256': ({ value, body }, secret) => {
    if (!isSignature(value)) return false
    return timingSafeEqual(createHmac('sha256', secret).update(body).digest(), Buffer.from(value, 'hex'))
  },
  // Digests have equal length, so the time reveals neither the length of the secret nor a common prefix.
  header: ({ value }, secret) => timingSafeEqual(digest(value), digest(secret)),
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether the value was made with one of `secrets`. All are tried, so that the time does not reveal which one it was.
 * Always false without secrets.
 */
export function isGenuine({ scheme }: Verification, given: Given, secrets: readonly string[]): boolean {
  let isOne = false
  for (const secret of secrets) isOne = (secret !== '' && schemes[scheme](given, secret)) || isOne
  return isOne
}

/**
 * Judges by its header alone whether a request may be checked beyond the limit for refused requests. A signature cannot
 * be guessed, however often somebody tries; a shared secret that a person chose might be.
 */
export function couldBeGenuine({ scheme }: Verification, value: string | null): boolean {
  return scheme === 'hmac-sha256' && value !== null && isSignature(value)
}
