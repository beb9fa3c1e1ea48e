import 'server-only'
import type { AuthContext } from '@/lib/auth/context'
import { createLocker } from '@/lib/auth/locker'
import { readStoredFactors, spendTotpStep } from './store'
import { findTotpStep } from './totp'

type Around = Pick<AuthContext, 'db' | 'clock' | 'secret'>

const purpose = 'totp secrets'

/** Encrypts a secret of TOTP for the database. */
export function lockTotpSecret({ secret }: Pick<Around, 'secret'>, totpSecret: string): Buffer {
  return createLocker(secret, purpose).lock(totpSecret)
}

/** Null when it was locked with another NEXTAUTH_SECRET. */
export function unlockTotpSecret({ secret }: Pick<Around, 'secret'>, locked: Buffer): string | null {
  return createLocker(secret, purpose).unlock(locked)
}

/** Whether a code of the person's app is right. A right one is used up, also when two requests carry it at once. */
export async function isCodeRight(around: Around, userId: string, typed: string): Promise<boolean> {
  const locked = (await readStoredFactors(around.db, userId))?.totpSecret ?? null
  const secret = locked === null ? null : unlockTotpSecret(around, locked)
  const step = secret === null ? null : findTotpStep(secret, typed, around.clock.now())
  return step !== null && spendTotpStep(around.db, userId, step)
}
