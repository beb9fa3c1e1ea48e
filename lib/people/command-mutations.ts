import 'server-only'
import type { Role } from '@/lib/access/permissions'
import { storedActors } from '@/lib/activity/actor-text'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import { unlockAccount } from '@/lib/auth/login-throttle'
import { insertAccount } from '@/lib/auth/accounts'
import { hashPassword } from '@/lib/auth/password'
import { requireStrongPassword } from '@/lib/auth/password-strength'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import { type AccountWriter, changeAccount } from './account-write'
import type { EndedSessions } from './schema'
import { storeBreakGlass, storePassword } from './store'

/** Changes by the command line, for operators who cannot sign in. */

/** The actor in the activity log. */
export const commandActor: ActivityActor = { userId: null, name: storedActors.command, email: '' }

/**
 * Creates an account with a password.
 * @throws AppError conflict (the address is taken), invalid (a weak password)
 */
export async function createAccount(
  { db }: AccountWriter,
  account: { email: string; name: string; role: Role; password: string; isBreakGlass: boolean },
): Promise<void> {
  await requireStrongPassword(account.password, account)
  const hash = await hashPassword(account.password)
  const { email, name, role, isBreakGlass } = account
  const userId = await db.transaction(async (tx) => {
    const objectId = await insertAccount(tx, { email, name, role, hash, isBreakGlass })
    if (objectId === null) throw new AppError('conflict', serverText('common.emailTaken'))
    await recordActivity(tx, commandActor, {
      action: 'account.create',
      objectKind: 'account',
      objectId,
      objectName: name,
      after: { email, role, ...(isBreakGlass ? { isBreakGlass } : {}) },
    })
    return objectId
  })
  await publishEvents(db, [{ kind: 'people', ids: [userId] }, { kind: 'activity' }])
}

/**
 * Sets a password and ends all sessions. `isBreakGlass`: the person may sign in with it even when PASSWORD_SIGN_IN=off.
 * @throws AppError not_found, invalid (a weak password), conflict (`isBreakGlass` for a person who is not an admin)
 */
export async function setPassword(
  writer: AccountWriter,
  person: { userId: string; email: string; name: string },
  { password, isBreakGlass }: { password: string; isBreakGlass: boolean },
): Promise<EndedSessions> {
  await requireStrongPassword(password, person)
  const hash = await hashPassword(password)
  return changeAccount(commandActor, person.userId, writer, async (tx, { role }) => {
    if (isBreakGlass && role !== 'admin') throw new AppError('conflict', serverText('people.breakGlassForAdmins'))
    await storePassword(tx, person.userId, hash)
    if (isBreakGlass) await storeBreakGlass(tx, person.userId)
    return { action: 'account.reset-password', ...(isBreakGlass ? { after: { isBreakGlass } } : {}), ends: 'all' }
  })
}

/** Resets the count of wrong passwords of a person, so that they need not wait. `secret`: the secret of the console. */
export async function unlockPerson(
  writer: AccountWriter,
  person: { userId: string; email: string },
  secret: string,
): Promise<void> {
  await changeAccount(commandActor, person.userId, writer, async (tx) => {
    await unlockAccount(tx, secret, person.email)
    return { action: 'account.unlock', ends: 'none' }
  })
}
