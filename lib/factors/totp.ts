import 'server-only'
import { Secret, TOTP } from 'otpauth'

/** Time-based one-time passwords (RFC 6238) in the form that all apps support: SHA-1, six digits, 30 seconds. */
export const totpPeriodMs = 30_000
const issuer = 'Sightline'
/** How many steps before and after the current one are also accepted, because clocks differ and people type slowly. */
const windowSteps = 1

/** A new secret of 160 bits, in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The address in the QR code for an app. `label` shows the person which account it is for. */
export function writeTotpUri(secret: string, label: string): string {
  return new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString()
}

/** The code of the step that contains `nowMs`. */
export function writeTotpCode(secret: string, nowMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: nowMs })
}

/**
 * The time step of a typed code, ignoring spaces: the current, the previous or the next step. Null when the code
 * belongs to none of them.
 */
export function findTotpStep(secret: string, typed: string, nowMs: number): number | null {
  const token = typed.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = new TOTP({ secret: Secret.fromBase32(secret) }).validate({
    token,
    timestamp: nowMs,
    window: windowSteps,
  })
  return delta === null ? null : Math.floor(nowMs / totpPeriodMs) + delta
}
