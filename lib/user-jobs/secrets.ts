import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { settings } from '@/lib/env'
import { processWide } from '@/lib/process-wide'

/** Passwords on their way to the service: encrypted in the database until they are sent. */
export interface Locker {
  lock(password: string): Buffer
  /** Null for what another secret has locked, or somebody has changed. */
  unlock(locked: Buffer): string | null
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a key of its own, derived from the console's secret. */
export function createLocker(secret: string): Locker {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'sightline passwords of user jobs', 32))
  return {
    lock: (password) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    unlock: (locked) => {
      if (locked.length < ivBytes + tagBytes) return null
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, locked.subarray(0, ivBytes), { authTagLength: tagBytes })
        decipher.setAuthTag(locked.subarray(ivBytes, ivBytes + tagBytes))
        return Buffer.concat([decipher.update(locked.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** Of this console. */
export function locker(): Locker {
  return processWide('user-job-locker', () => createLocker(settings().secret))
}
