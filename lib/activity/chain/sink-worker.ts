import 'server-only'
import { randomUUID } from 'node:crypto'
import { createListingLease } from '@/lib/background/listing-lease'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { type ActivitySink, sendLines, type SinkLine } from './sink-remote'

const batch = 200
const pauseMs = 2_000

/**
 * Sends the activity log to ACTIVITY_SINK in the order of its chain. Each entry is sent at least once, because the
 * cursor moves only after a batch was accepted. One console sends at a time.
 */
export function createSinkWorker({
  database,
  clock,
  log,
  sink,
}: {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  sink: ActivitySink
}): Worker {
  const lease = createListingLease({ name: 'activity-sink', everyMinutes: 0 })
  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    const leaseId = randomUUID()
    const taken = await lease.take(db, { leaseId, isAsked: true })
    if (taken === null) return pauseMs
    try {
      while (!signal.aborted && (await sendNext(db, sink, signal))) await lease.keep(db, leaseId)
      await lease.finish(db, leaseId, taken.startedAt)
    } catch (error) {
      await lease.abandon(db, leaseId, { kind: 'failed', text: error instanceof Error ? error.message : 'unknown' })
      throw error
    }
    return pauseMs
  }
  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the activity log could not be sent to ACTIVITY_SINK', task: 'sending failed' },
  })
}

/** @returns whether there may be more */
async function sendNext(db: Database, sink: ActivitySink, signal: AbortSignal): Promise<boolean> {
  const { rows } = await db.query<SinkLine>(
    `select link.seq, link.hash, link.stage, link.at as "chainedAt", activity.activity_id as "activityId", activity.at,
       actor_name as "actorName", actor_email as "actorEmail", action, object_kind as "objectKind",
       object_id as "objectId", object_name as "objectName", outcome, outcome_note as note, request_id as "requestId",
       address, before, after
     from (select * from activity_chain where seq > (select seq from activity_sink) order by seq limit ${batch}) link
     left join activity on activity.activity_id = link.activity_id order by link.seq`,
  )
  const last = rows.at(-1)
  if (last === undefined) return false
  await sendLines(sink, rows, signal)
  await db.query('update activity_sink set seq = $1 where seq < $1', [last.seq])
  return rows.length === batch
}
