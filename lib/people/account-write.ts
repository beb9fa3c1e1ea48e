import 'server-only'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import { keepAnAdmin, type SignInWays } from '@/lib/auth/last-admin'
import type { SessionStore } from '@/lib/auth/session-store'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishEvents } from '@/lib/events/publish'
import { serverText } from '@/lib/server-text'
import type { EndedSessions } from './schema'
import { isAdmin, lockAccount, type StoredAccount, storeDisabled } from './store'

/**
 * Changes of a person's account by an admin, or by the command line, which runs outside of Next. Each is one
 * transaction: lock, check, change, end the sessions, write the log entry. Every console is notified after the commit.
 */

/** The dependencies of writes. */
export interface AccountWriter {
  db: Pick<Database, 'query' | 'transaction'>
  sessions: Pick<SessionStore, 'revokeUser' | 'revokeOne' | 'forgetUser'>
  ways: SignInWays
}

/** A change with its log entry. A change function returns null instead when nothing changed. */
export interface AccountChange {
  action: string
  before?: object
  after?: object
  /** Which sessions of the person end. */
  ends: 'all' | 'none'
}

/**
 * Runs a change of one account. The actor is checked again in the transaction, because another admin may have removed
 * their rights at the same moment.
 */
export async function changeAccount(
  actor: ActivityActor,
  userId: string,
  writer: AccountWriter,
  change: (tx: Queryable, account: StoredAccount) => Promise<AccountChange | null>,
): Promise<EndedSessions> {
  const { db, sessions, ways } = writer
  const sessionsEnded = await db.transaction((tx) =>
    keepAnAdmin(tx, ways, async () => {
      if (actor.userId !== null && !(await isAdmin(tx, actor.userId)))
        throw new AppError('forbidden', serverText('people.notAdmin'))
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
 * Disables a person: all consoles refuse them from their next request on. Their row stays, because the activity log
 * refers to them.
 * @throws AppError not_found, conflict (the last admin who can sign in), forbidden
 */
export function writeDisabled(actor: ActivityActor, userId: string, writer: AccountWriter): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer, async (tx, account) => {
    if (account.isDisabled) return null
    await storeDisabled(tx, userId, true)
    return { action: 'account.disable', ends: 'all' }
  })
}

/** Lets a disabled person sign in again. @throws AppError not_found, forbidden */
export function writeEnabled(actor: ActivityActor, userId: string, writer: AccountWriter): Promise<EndedSessions> {
  return changeAccount(actor, userId, writer, async (tx, account) => {
    if (!account.isDisabled) return null
    await storeDisabled(tx, userId, false)
    // A sign-in in progress while they were disabled may have created a session.
    return { action: 'account.enable', ends: 'all' }
  })
}
