import 'server-only'
import type { Role } from '@/lib/access/permissions'
import type { ActivityActor } from '@/lib/activity/journal'
import { authContext } from '@/lib/auth/session'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { type AccountWriter, changeAccount, writeDisabled, writeEnabled } from './account-write'
import type { EndedSessions } from './schema'
import { removeFactors, storeRole } from './store'

/** Changes of a person by admins. account-write.ts has the steps of each change. */

/** The dependencies of changes in this process. */
export async function ownWriter(): Promise<AccountWriter> {
  const { isPasswordSignInOn, oidc } = settings()
  const ways = { isPasswordSignInOn, issuer: oidc?.issuer ?? null }
  return { db: await database(), sessions: authContext().sessions, ways }
}

/**
 * Changes a person's role and ends their sessions, so that none continues with the old one.
 * @throws AppError not_found, conflict (the last admin who can sign in), forbidden
 */
export async function changeRole(actor: ActivityActor, userId: string, role: Role): Promise<EndedSessions> {
  return changeAccount(actor, userId, await ownWriter(), async (tx, account) => {
    if (account.role === role) return null
    await storeRole(tx, userId, role)
    return { action: 'account.change-role', before: { role: account.role }, after: { role }, ends: 'all' }
  })
}

/** Disables a person, see `writeDisabled`. */
export async function disableAccount(actor: ActivityActor, userId: string): Promise<EndedSessions> {
  return writeDisabled(actor, userId, await ownWriter())
}

/** Enables a person, see `writeEnabled`. */
export async function enableAccount(actor: ActivityActor, userId: string): Promise<EndedSessions> {
  return writeEnabled(actor, userId, await ownWriter())
}

/** Ends all sessions of a person. @throws AppError not_found, forbidden */
export async function signOutEverywhere(actor: ActivityActor, userId: string): Promise<EndedSessions> {
  return changeAccount(actor, userId, await ownWriter(), () =>
    Promise.resolve({ action: 'account.sign-out', ends: 'all' }),
  )
}

/** Ends one session of a person. @throws AppError not_found (also when it has ended already), forbidden */
export async function endSession(actor: ActivityActor, userId: string, sessionId: string): Promise<void> {
  const writer = await ownWriter()
  await changeAccount(actor, userId, writer, async (tx) => {
    if (!(await writer.sessions.revokeOne(userId, sessionId, tx)))
      throw new AppError('not_found', serverText('common.sessionEnded'))
    return { action: 'account.end-session', ends: 'none' }
  })
}

/**
 * Removes the second factor of a person who lost it: one-time passwords, recovery codes and passkeys. Ends their
 * sessions.
 * @throws AppError not_found, conflict (the last admin could no longer sign in), forbidden
 */
export async function removeSecondFactor(actor: ActivityActor, userId: string): Promise<EndedSessions> {
  return changeAccount(actor, userId, await ownWriter(), async (tx, account) => {
    if (!account.hasTotp && account.passkeys === 0) return null
    await removeFactors(tx, userId)
    const before = { hasTotp: account.hasTotp, passkeys: account.passkeys }
    return { action: 'account.remove-second-factor', before, ends: 'all' }
  })
}
