import 'server-only'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { settings } from '@/lib/env'

/** Encrypts secrets of others for the database. The key is derived from this console's own secret. */
export interface Locker {
  lock(text: string): Buffer
  /** Null if the value was changed, or encrypted with another secret or for another purpose. */
  unlock(locked: Buffer): string | null
}

const ivBytes = 12
const tagBytes = 16

/** AES-256-GCM with a separate key for each purpose, derived from `secret`. */
export function createLocker(secret: string, purpose: string): Locker {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
  return {
    lock: (text) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
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

/** Uses the secret of this console. */
export function ownLocker(purpose: string): Locker {
  return createLocker(settings().secret, purpose)
}
