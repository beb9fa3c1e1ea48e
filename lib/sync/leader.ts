import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import { tryToLead, type Leadership } from './leadership'

/** Whether this console is the one that syncs, among the consoles of one database. A private database has only one. */
export interface Leader {
  /** Takes the lead where no other console has it. True when this console may run. */
  claim(db: Database): Promise<boolean>
  /** Whether this console may run at this moment, without asking the database. */
  mayRun(db: Database): boolean
  /** True after another console was found to have the lead. */
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
