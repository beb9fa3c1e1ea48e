import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import type { ActivityActor } from '@/lib/activity/journal'
import { authContext } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { type AccountWriter, changeAccount, ownWriter } from './mutations'
import { passwordResetPath, type PasswordResetLink } from './schema'
import { storePasswordReset } from './store'

/** How long a link to set a new password works. */
const keptMs = 24 * 60 * 60_000

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/**
 * Makes a link by which a person sets a new password: it works once, for 24 hours, and ends the ones before it. The token is in
 * the fragment of the address, which browsers send to no server; only its hash is stored.
 * @throws AppError not_found, conflict (disabled, or passwords are off), forbidden
 */
export async function createPasswordReset(
  actor: ActivityActor,
  userId: string,
  writer?: AccountWriter,
): Promise<PasswordResetLink> {
  const around = writer ?? (await ownWriter())
  const token = randomBytes(32).toString('base64url')
  const expiresAt = new Date(authContext().clock.now() + keptMs).toISOString()
  await changeAccount(actor, userId, around, async (tx, account) => {
    if (account.isDisabled) throw new AppError('conflict', 'This account is disabled. Enable it, then create the link.')
    if (!around.isPasswordAllowed && !account.isBreakGlass)
      throw new AppError('conflict', 'Signing in with a password is switched off here.')
    await storePasswordReset(tx, userId, { hash: hashOf(token), expiresAt })
    return { action: 'account.create-reset-link', after: { expiresAt }, ends: 'none' }
  })
  return { link: `${settings().publicUrl}${passwordResetPath}#${token}`, expiresAt, isEmailed: false }
}
