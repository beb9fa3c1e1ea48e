import 'server-only'
import { type ActivityActor, recordActivity } from '@/lib/activity/journal'
import { keepAnAdmin, type SignInWays } from '@/lib/auth/last-admin'
import { unlockAccount } from '@/lib/auth/login-throttle'
import type { SessionStore } from '@/lib/auth/session-store'
import type { Database } from '@/lib/db/types'
import { publishEvents } from '@/lib/events/publish'
import {
  countTraces,
  deleteAccount,
  deleteTraces,
  eraseFromImports,
  eraseFromLog,
  eraseFromNotices,
  eraseNames,
  type Erased,
  type KeptTraces,
} from './erase-store'
import { forgetUnusedNames, removedText } from './store'

export interface EraseWriter {
  db: Database
  sessions: Pick<SessionStore, 'revokeUser' | 'forgetUser'>
  ways: SignInWays
  /**
   * The secret of the console, with which the counters of sign-in attempts are keyed. Null: these counters stay for up
   * to 90 days.
   */
  secret: string | null
}

export interface ErasedCounts {
  entries: number
  importRows: number
  names: number
  notices: number
}

/**
 * Removes a person from the database in one transaction: their account, and their name and address wherever they are
 * stored. Records of what the person did stay.
 * @throws AppError conflict for the last admin who can sign in
 */
export async function erasePerson(
  actor: ActivityActor,
  erased: Erased,
  { db, sessions, ways, secret }: EraseWriter,
): Promise<{ removed: ErasedCounts; kept: KeptTraces }> {
  const { account } = erased
  const result = await db.transaction((tx) =>
    keepAnAdmin(tx, ways, async () => {
      const removed = {
        entries: await eraseFromLog(tx, erased),
        importRows: await eraseFromImports(tx, erased),
        names: account === null ? 0 : await eraseNames(tx, account),
        notices: await eraseFromNotices(tx, erased),
      }
      if (account !== null) {
        await sessions.revokeUser(account.userId, tx)
        await deleteAccount(tx, account.userId)
      }
      await deleteTraces(tx, erased)
      await forgetUnusedNames(tx)
      if (secret !== null) await unlockAccount(tx, secret, erased.email)
      await recordActivity(tx, actor, {
        action: 'account.erase',
        objectKind: 'account',
        objectId: account?.userId ?? null,
        objectName: removedText,
        after: removed,
      })
      return { removed, kept: await countTraces(tx, erased) }
    }),
  )
  if (account !== null) sessions.forgetUser(account.userId)
  await publishEvents(db, [{ kind: 'people', ids: account === null ? [] : [account.userId] }, { kind: 'activity' }])
  return result
}
