import 'server-only'
import { createLocker as createLockerFor, ownLocker, type Locker } from '@/lib/auth/locker'
import { processWide } from '@/lib/process-wide'

/** Passwords on their way to the service: encrypted in the database until they are sent. */
export type { Locker }

/** Decrypting older values requires the same text. */
const purpose = 'sightline passwords of user jobs'

export function createLocker(secret: string): Locker {
  return createLockerFor(secret, purpose)
}

/** The secret of this console. */
export function locker(): Locker {
  return processWide('user-job-locker', () => ownLocker(purpose))
}
