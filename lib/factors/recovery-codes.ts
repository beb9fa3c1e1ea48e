import 'server-only'
import { createHmac, randomInt } from 'node:crypto'

/** Codes for signing in when the other factors are lost. Each works once. */
export const recoveryCodeCount = 10
// The alphabet leaves out letters and digits that look alike.
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz'
const codeLength = 10

function createCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}

/** Ten different codes such as `k7m2x-9qwer`, 49 bits each. */
export function createRecoveryCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < recoveryCodeCount) codes.add(createCode())
  return [...codes]
}

/**
 * The stored form of a code: a hash keyed with the console's secret, so that the database alone is not enough to guess
 * codes. Case, spaces and hyphens do not matter.
 */
export function hashRecoveryCode(secret: string, userId: string, typed: string): Buffer {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  return createHmac('sha256', secret).update(`recovery code\0${userId}\0${code}`).digest()
}
