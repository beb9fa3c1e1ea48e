import 'server-only'
import type { AuthContext } from '@/lib/auth/context'
import { createLocker } from '@/lib/auth/locker'
import { readStoredFactors, spendTotpStep } from './store'
import { findTotpStep } from './totp'

type Around = Pick<AuthContext, 'db' | 'clock' | 'secret'>

const purpose = 'totp secrets'

/** Encrypts a TOTP secret for the database. */
export function lockTotpSecret({ secret }: Pick<Around, 'secret'>, totpSecret: string): Buffer {
  return createLocker(secret, purpose).lock(totpSecret)
}

/** Decrypts a TOTP secret. Null when it was encrypted with another NEXTAUTH_SECRET. */
export function unlockTotpSecret({ secret }: Pick<Around, 'secret'>, locked: Buffer): string | null {
  return createLocker(secret, purpose).unlock(locked)
}

/**
 * Whether a code of the person's app is correct. A correct code works only once, even if two requests send it at the
 * same time.
 */
export async function isCodeRight(around: Around, userId: string, typed: string): Promise<boolean> {
  const locked = (await readStoredFactors(around.db, userId))?.totpSecret ?? null
  const secret = locked === null ? null : unlockTotpSecret(around, locked)
  const step = secret === null ? null : findTotpStep(secret, typed, around.clock.now())
  return step !== null && spendTotpStep(around.db, userId, step)
}
