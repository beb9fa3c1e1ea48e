import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { createTurnLoop } from '@/lib/background/turn-loop'
import { serverText } from '@/lib/server-text'
import { finishActivity, listUnknownActivity, type ActivityRecheck, type OpenActivity } from './journal'
// Limited because a late recheck would see later changes by others instead of the write.
import { recheckedHours } from './model'

/**
 * Gives an outcome to entries without one. Pending entries of a process that died become `unknown`, and unknown entries
 * are rechecked until the service shows what happened. Nothing is sent again from here.
 */

export interface ActivityRecheckerOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'call'>
  clock: Clock
  log: DatabaseLog
  /** Rechecks by kind of object. The code that created entries of other kinds gives them their outcome. */
  lookups: Readonly<Record<string, ActivityRecheck>>
}

export interface ActivityRechecker {
  start(): void
  stop(): Promise<void>
  /** Call it when there may be something to recheck. */
  wake(): void
}

/**
 * Longer than any request can take, including the work around it. If an entry is pending for longer, its process has
 * died.
 */
const pendingMinutesMax = 5
const idleMs = 4_000
const entriesMax = 50
const recheckDeadlineMs = 15_000
const diedNote = serverText('activity.stopped')
/** For entries that no recheck can decide. */
const diedUnseenNote = serverText('activity.stoppedUnchecked')

/**
 * Marks pending entries of processes that no longer run as `unknown`. An embedded database has a single process, so
 * entries from before its start have no owner. Other processes may share a server database, so only the age decides
 * there. User jobs may take hours and survive a restart, so their worker ends their entries.
 * @param kinds of objects that are rechecked here; the worker of a bulk change rechecks its steps
 * @returns the number of entries
 */
export async function disownDeadEntries(
  db: Pick<Database, 'kind' | 'query'>,
  startedAt: string | null,
  kinds: readonly string[] = [],
): Promise<number> {
  const { rowCount } = await db.query(
    `update activity
     set outcome = 'unknown',
         outcome_note = case when change_id is not null or object_kind = any($3::text[]) then $1 else $4 end
     where outcome = 'pending' and object_kind <> 'user-job'
       and (at < clock_timestamp() - interval '${pendingMinutesMax} minutes' or at < $2::timestamptz)`,
    [diedNote, db.kind === 'embedded' ? startedAt : null, kinds, diedUnseenNote],
  )
  return rowCount
}

/** Short at first, because a person may be waiting for the outcome. */
const delayMs = (tries: number) => Math.min(60_000, 2_000 * 1.5 ** Math.min(tries, 20))

export function createActivityRechecker({
  database,
  service,
  clock,
  log,
  lookups,
}: ActivityRecheckerOptions): ActivityRechecker {
  const kinds = Object.keys(lookups)
  /** When each entry is rechecked. Kept in memory only: a new start may recheck at once. */
  const agenda = new Map<string, { tries: number; nextAt: number }>()
  let startedAt: string | null = null

  const recheck = async (db: Database, entry: OpenActivity, signal: AbortSignal): Promise<boolean> => {
    const lookup = lookups[entry.objectKind]
    const end = lookup === undefined ? null : await lookup(entry, { db, service: service(), signal })
    if (end === null) return false
    await finishActivity(db, entry.activityId, end)
    publishChange('status-groups')
    log.info({ activityId: entry.activityId, outcome: end.outcome }, 'the outcome of a write is known by now')
    return true
  }

  /** @returns the pause until the next turn */
  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    if (startedAt === null) {
      const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
      startedAt = rows[0]?.at ?? null
    }
    if ((await disownDeadEntries(db, startedAt, kinds)) > 0) publishChange('activity')
    const entries = await listUnknownActivity(db, { kinds, hours: recheckedHours, limit: entriesMax * 4 })
    const known = new Set(entries.map(({ activityId }) => activityId))
    for (const activityId of agenda.keys()) if (!known.has(activityId)) agenda.delete(activityId)
    let left = entriesMax
    for (const entry of entries) {
      const { tries, nextAt } = agenda.get(entry.activityId) ?? { tries: 0, nextAt: 0 }
      if (signal.aborted || left === 0) break
      if (nextAt > clock.now()) continue
      left -= 1
      const within = AbortSignal.any([signal, AbortSignal.timeout(recheckDeadlineMs)])
      const isKnown = await recheck(db, entry, within).catch((error: unknown) => {
        // The next recheck may succeed if the service is unavailable or refuses the request now.
        if (!isAppError(error) || error.code === 'internal') log.warn({ err: error }, 'a look at a write failed')
        return false
      })
      if (isKnown) agenda.delete(entry.activityId)
      else agenda.set(entry.activityId, { tries: tries + 1, nextAt: clock.now() + delayMs(tries) })
    }
    const next = Math.min(...[...agenda.values()].map(({ nextAt }) => nextAt))
    return Math.max(50, Math.min(idleMs, next - clock.now()))
  }

  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the log of activity could not be looked at', task: 'a look at a write failed' },
  })
}
