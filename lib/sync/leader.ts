import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { tryToLead, type Leadership } from './leadership'

/**
 * Whether this console is the leader, the one that syncs among the consoles of one database. A private database has
 * only one.
 */
export interface Leader {
  /** Becomes the leader if no other console is. True when this console may run. */
  claim(db: Database): Promise<boolean>
  /** Whether this console may run now, without a query. */
  mayRun(db: Database): boolean
  /** True after another console was found to be the leader. */
  isFollower(): boolean
  /** Whether this console holds the lock. Always false on a private database, which needs none. */
  isHeld(): boolean
  release(): Promise<void>
}

export function createLeader(clock: Clock): Leader {
  let leadership: Leadership | null = null
  let isFollower = false

  const isHeld = () => leadership?.isHeld() === true
  const mayRun = (db: Database) => db.kind === 'embedded' || isHeld()

  return {
    claim: async (db) => {
      if (mayRun(db)) return true
      leadership = await tryToLead(db, clock)
      isFollower = leadership === null
      return !isFollower
    },
    mayRun,
    isFollower: () => isFollower,
    isHeld,
    release: async () => {
      await leadership?.release()
      leadership = null
    },
  }
}
