import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { readLeaderStatus, sendSyncRequest, takeSyncRequests, writeLeaderStatus, type SyncStatus } from './followers'
import type { Leader } from './leader'

export interface RelayOptions {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  leader: Pick<Leader, 'mayRun'>
  ownStatus: () => SyncStatus
  /** Another console requested a pass. */
  onPassWanted: () => void
  /** Another console has these on a screen. */
  onDocumentsWanted: (auditIds: readonly string[]) => void
}

/** Exchanges requests and status between the console that syncs and the others on the same database. */
export interface Relay {
  /** One exchange: the leader takes requests and publishes its status; a follower reads that status. */
  exchange(db: Database): Promise<void>
  /** Sends a request to the console that syncs. If that fails, it is logged and lost. */
  send(request: Parameters<typeof sendSyncRequest>[1]): void
  /** The leader's status as last read; null when it published none recently. */
  leaderStatus(): SyncStatus | null
}

/** Short enough that the other consoles never consider a living leader dead. */
const publishEveryMs = 5_000

export function createRelay({ database, clock, log, leader, ...options }: RelayOptions): Relay {
  let leaderStatus: SyncStatus | null = null
  let published = { text: '', at: -Infinity }

  const publish = async (db: Database): Promise<void> => {
    const status = options.ownStatus()
    const text = JSON.stringify(status)
    if (text === published.text && clock.now() - published.at < publishEveryMs) return
    await writeLeaderStatus(db, status)
    published = { text, at: clock.now() }
  }

  return {
    exchange: async (db) => {
      if (!leader.mayRun(db)) {
        leaderStatus = await readLeaderStatus(db)
        return
      }
      const { wantsPass, auditIds } = await takeSyncRequests(db)
      if (wantsPass) options.onPassWanted()
      for (const ids of auditIds) options.onDocumentsWanted(ids)
      await publish(db)
    },
    send: (request) => {
      database()
        .then((db) => sendSyncRequest(db, request))
        .catch((error: unknown) => log.warn({ err: error }, 'the console that syncs could not be asked'))
    },
    leaderStatus: () => leaderStatus,
  }
}
