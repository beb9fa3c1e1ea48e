import 'server-only'
import type { Role } from '@/lib/access/permissions'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import { keepAnAdmin } from '@/lib/auth/last-admin'
import { authContext } from '@/lib/auth/session'
import type { SessionStore } from '@/lib/auth/session-store'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import type { EndedSessions } from './schema'
import { isAdmin, lockAccount, removeFactors, type StoredAccount, storeDisabled, storeRole } from './store'

/**
 * Writes about a person by an admin, or by the command line. Each is one transaction: lock, check, change, end the sessions,
 * journal. Every console hears of it with the commit.
 */

/** What writes work with: that of the process unless told. */
export interface AccountWriter {
  db: Pick<Database, 'query' | 'transaction'>
  sessions: Pick<SessionStore, 'revokeUser' | 'revokeOne' | 'forgetUser'>
  /** Whether everybody may sign in with a password. */
  isPasswordAllowed: boolean
}

/** That of this process. */
export async function ownWriter(): Promise<AccountWriter> {
  return { db: await database(), sessions: authContext().sessions, isPasswordAllowed: settings().isPasswordSignInOn }
}

/** What a change did: null when everything was so already, and nothing is journaled. */
export interface AccountChange {
  action: string
  before?: object
  after?: object
  /** Of the person's sessions. */
  ends: 'all' | 'none'
}

/**
 * Runs a change of one account. The actor is looked at again in the transaction: of two admins who remove each other at the
 * same moment, one is none any more.
 */
export async function changeAccount(
  actor: ActivityActor,
  userId: string,
  writer: AccountWriter,
  change: (tx: Queryable, account: StoredAccount) => Promise<AccountChange | null>,
): Promise<EndedSessions> {
  const { db, sessions, isPasswordAllowed } = writer
  const sessionsEnded = await db.transaction((tx) =>
    keepAnAdmin(tx, isPasswordAllowed, async () => {
      if (actor.userId !== null && !(await isAdmin(tx, actor.userId)))
        throw new AppError('forbidden', 'You are not an admin any more.')
      const account = await lockAccount(tx, userId)
      const done = await change(tx, account)
      if (done === null) return 0
      const ended = done.ends === 'all' ? await sessions.revokeUser(userId, tx) : 0
      const { action, before, after } = done
      const act = { action, objectKind: 'account', objectId: userId, objectName: account.name }
      await recordActivity(tx, actor, {
        ...act,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      })
      return ended
    }),
  )
  sessions.forgetUser(userId)
  await publishEvents(db, [{ kind: 'people', ids: [userId] }])
  return { sessionsEnded }
}

/**
 * Changes a person's role and ends their sessions, so that nothing goes on under the old one.
 * @throws AppError not_found, conflict (the last admin who can sign in), forbidden
 */
export async function changeRole(
  actor: ActivityActor,
  userId: string,
  role: Role,
  writer?: AccountWriter,
): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer ?? (await ownWriter()), async (tx, account) => {
    if (account.role === role) return null
    await storeRole(tx, userId, role)
    return { action: 'account.change-role', before: { role: account.role }, after: { role }, ends: 'all' }
  })
}

/**
 * Keeps a person out from their next request on, on every console. Their row stays, for the activity that names them.
 * @throws AppError not_found, conflict (the last admin who can sign in), forbidden
 */
export async function disableAccount(
  actor: ActivityActor,
  userId: string,
  writer?: AccountWriter,
): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer ?? (await ownWriter()), async (tx, account) => {
    if (account.isDisabled) return null
    await storeDisabled(tx, userId, true)
    return { action: 'account.disable', ends: 'all' }
  })
}

/** Lets a disabled person sign in again. @throws AppError not_found, forbidden */
export async function enableAccount(
  actor: ActivityActor,
  userId: string,
  writer?: AccountWriter,
): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer ?? (await ownWriter()), async (tx, account) => {
    if (!account.isDisabled) return null
    await storeDisabled(tx, userId, false)
    // A sign-in that was under way while they were disabled may have left a session.
    return { action: 'account.enable', ends: 'all' }
  })
}

/** Ends all sessions of a person. @throws AppError not_found, forbidden */
export async function signOutEverywhere(
  actor: ActivityActor,
  userId: string,
  writer?: AccountWriter,
): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer ?? (await ownWriter()), () =>
    Promise.resolve({ action: 'account.sign-out', ends: 'all' }),
  )
}

/** Ends one session of a person. @throws AppError not_found (also when it has ended already), forbidden */
export async function endSession(
  actor: ActivityActor,
  userId: string,
  sessionId: string,
  writer?: AccountWriter,
): Promise<void> {
  const around = writer ?? (await ownWriter())
  await changeAccount(actor, userId, around, async (tx) => {
    if (!(await around.sessions.revokeOne(userId, sessionId, tx)))
      throw new AppError('not_found', 'This session has ended already.')
    return { action: 'account.end-session', ends: 'none' }
  })
}

/**
 * Removes the second factor of a person who lost it: one-time passwords, recovery codes and passkeys. Ends their sessions.
 * @throws AppError not_found, conflict (the last admin could not sign in any more), forbidden
 */
export async function removeSecondFactor(
  actor: ActivityActor,
  userId: string,
  writer?: AccountWriter,
): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer ?? (await ownWriter()), async (tx, account) => {
    if (!account.hasTotp && account.passkeys === 0) return null
    await removeFactors(tx, userId)
    const before = { hasTotp: account.hasTotp, passkeys: account.passkeys }
    return { action: 'account.remove-second-factor', before, ends: 'all' }
  })
}
