import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'
import { eventKind, type EventKind, type LiveEvent } from './schema'
import { streamTimes } from './values-model'

/** The events since the last read. Null: too many to send one by one. */
export type Reading = LiveEvent[] | null

/**
 * Reads the table to its end, each event once. Ids are assigned before the commit, so a lower id may become visible
 * after a higher one. Everything from the last seconds is therefore read again.
 */
export interface EventSource {
  read(db: Queryable): Promise<Reading>
}

const overlapMs = 5_000
const readMax = 1_000

/** Where a process starts that has read nothing yet. */
async function findBegin(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ floor: number }>(
    `select coalesce(max(event_id), 0) as floor from events where at < clock_timestamp() - make_interval(secs => $1)`,
    [streamTimes.recentMs / 1_000],
  )
  return rows[0]?.floor ?? 0
}

export function createEventSource(clock: Clock): EventSource {
  /** Everything up to here was read. Null before the first read. */
  let floor: number | null = null
  /** Ids read above the floor, and when. */
  let seen = new Map<number, number>()

  const skipAll = async (db: Queryable, now: number): Promise<null> => {
    const { rows } = await db.query<{ id: number }>('select coalesce(max(event_id), 0) as id from events')
    // Lower ids that become visible later were not read yet, so they are not skipped.
    const from: number = Math.max(floor ?? 0, (rows[0]?.id ?? 0) - readMax)
    const newest = await db.query<{ id: number }>('select event_id as id from events where event_id > $1', [from])
    floor = from
    seen = new Map(newest.rows.map(({ id }) => [id, now]))
    return null
  }

  return {
    read: async (db) => {
      floor ??= await findBegin(db)
      const { rows } = await db.query<{ id: number; kind: string; ids: string[] | null }>(
        `select event_id as id, kind, ids from events where event_id > $1 and event_id <> all($2::bigint[])
         order by event_id limit $3`,
        [floor, [...seen.keys()], readMax + 1],
      )
      const now = clock.now()
      if (rows.length > readMax) return skipAll(db, now)
      const events: LiveEvent[] = []
      for (const { id, kind, ids } of rows) {
        seen.set(id, now)
        // A newer version of the console may write kinds that this one does not know.
        const known = eventKind.safeParse(kind)
        if (known.success) events.push({ kind: known.data, ids })
      }
      for (const [id, at] of seen) if (at <= now - overlapMs && id > floor) floor = id
      for (const id of seen.keys()) if (id <= floor) seen.delete(id)
      return events
    },
  }
}

const keptInterval = `interval '1 hour'`

/** Deletes events that are too old to be requested. */
export async function pruneEvents(db: Queryable): Promise<void> {
  await db.query(`delete from events where at < clock_timestamp() - ${keptInterval}`)
}

/** Changes are published after their commit: at most this much later (batcher.ts), with time for a busy database. */
const lateMs = 2_000

/**
 * Whether changes of these kinds were published in the last `ageMs`, or possibly just before. Uses the clock of the
 * database alone, which also gave the events their times. A change that a console could not publish is not found, so
 * what relies on this must expire by itself.
 */
export async function hasChangedSince(db: Queryable, kinds: readonly EventKind[], ageMs: number): Promise<boolean> {
  const { rows } = await db.query<{ changed: boolean }>(
    `select exists (
       select from events where at > clock_timestamp() - make_interval(secs => $1) and kind = any($2::text[])
     ) as changed`,
    [(ageMs + lateMs) / 1_000, [...kinds, 'reset']],
  )
  return rows[0]?.changed ?? true
}
