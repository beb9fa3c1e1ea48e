import 'server-only'
import { ownLocker, type Locker } from '@/lib/auth/locker'
import { createLeases, type Lease, type Take, type TakeRule } from '@/lib/background/leases'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { OpenFormat } from '@/lib/open-data/schema'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { listTimes } from './cron-model'
import type { ScheduleContent, ScheduleTargetKind } from './schema'

/** SQL for schedules and their runs. A console holds a run by a lease. */

/** Encrypts addresses and their headers, with the secret of this console. */
export const scheduleLocker = (): Locker =>
  processWide('schedule-locker', () => ownLocker('sightline targets of scheduled exports'))

export interface StoredSchedule {
  schedule_id: string
  name: string
  content: ScheduleContent
  view_key: string | null
  format: OpenFormat
  cron: string
  zone: string
  file_name: string
  target: ScheduleTargetKind
  folder: string
  host: string | null
  locked_url: Buffer | null
  locked_authorization: Buffer | null
  owner_id: string | null
  revision: number
  paused_at: string | null
  pause_reason: string | null
  next_at: string | null
}

const columns = `schedule_id, name, content, view_key, format, cron, zone, file_name, target, folder, host, locked_url,
  locked_authorization, owner_id, revision, paused_at, pause_reason, next_at`

/** All schedules by name, or only the schedule with an id. */
export async function readSchedules(db: Queryable, scheduleId: string | null = null): Promise<StoredSchedule[]> {
  const { rows } = await db.query<StoredSchedule>(
    `select ${columns} from export_schedules
     where deleted_at is null and ($1::uuid is null or schedule_id = $1) order by lower(name), schedule_id`,
    [scheduleId],
  )
  return rows
}

/**
 * Locks a schedule until the end of the transaction.
 * @param state `deleted`: a schedule that can be restored
 * @throws AppError not_found
 */
export async function lockSchedule(
  tx: Queryable,
  scheduleId: string,
  state: 'kept' | 'deleted' = 'kept',
): Promise<StoredSchedule> {
  const { rows } = await tx.query<StoredSchedule>(
    `select ${columns} from export_schedules
     where schedule_id = $1 and deleted_at is ${state === 'kept' ? 'null' : 'not null'} for update`,
    [scheduleId],
  )
  const [found] = rows
  if (found === undefined) throw new AppError('not_found', serverText('exportSchedules.notFound'))
  return found
}

/** The next due time after an instant; null when there is none, or this version cannot read the expression. */
export function findNext({ cron, zone }: Pick<StoredSchedule, 'cron' | 'zone'>, afterMs: number): Date | null {
  try {
    const [next] = listTimes(cron, zone, afterMs, 1)
    return next === undefined ? null : new Date(next)
  } catch {
    return null
  }
}

/** Pauses a schedule and cancels its open runs. @param reason a server text; null when a person pauses it */
export async function pauseSchedule(tx: Queryable, scheduleId: string, reason: string | null): Promise<void> {
  await tx.query(
    `update export_schedules set paused_at = clock_timestamp(), pause_reason = $2, next_at = null where schedule_id = $1`,
    [scheduleId, reason],
  )
  await cancelRuns(tx, scheduleId)
}

/** Ends the open runs of a schedule. A run in progress finds before it finishes that it has lost its lease. */
export async function cancelRuns(tx: Queryable, scheduleId: string): Promise<void> {
  await tx.query(
    `update export_runs set state = 'cancelled', finished_at = clock_timestamp()
     where schedule_id = $1 and state in ('waiting', 'running')`,
    [scheduleId],
  )
}

/** Adds a run, unless one already exists for this due time. */
export async function addRun(
  tx: Queryable,
  scheduleId: string,
  { dueAt, isAsked }: { dueAt: Date; isAsked: boolean },
): Promise<void> {
  // The schedule is locked, so no number is used twice.
  await tx.query(
    `insert into export_runs (schedule_id, number, due_at, is_asked, next_at)
     select $1, coalesce(max(number), 0) + 1, $2, $3, $2 from export_runs where schedule_id = $1
     on conflict (schedule_id, due_at) where not is_asked do nothing`,
    [scheduleId, dueAt, isAsked],
  )
}

/**
 * Adds a run for each schedule that is due, and moves the schedule to its next time after `now`. Due times that passed
 * while no console ran become one run.
 * @returns the schedules that got a run
 */
export async function addDueRuns(db: Database, now: Date): Promise<string[]> {
  const due: string[] = []
  for (;;) {
    const scheduleId = await db.transaction(async (tx) => {
      const { rows } = await tx.query<StoredSchedule>(
        `select ${columns} from export_schedules where deleted_at is null and paused_at is null and next_at <= $1
         order by next_at limit 1 for update skip locked`,
        [now],
      )
      const [found] = rows
      if (found?.next_at === undefined || found.next_at === null) return null
      await addRun(tx, found.schedule_id, { dueAt: new Date(found.next_at), isAsked: false })
      const next = findNext(found, now.getTime())
      await tx.query(
        `update export_schedules set next_at = $2::timestamptz, paused_at = case when $2::timestamptz is null then $3::timestamptz end,
           pause_reason = case when $2::timestamptz is null then $4 end
         where schedule_id = $1`,
        [found.schedule_id, next, now, serverText('exportSchedules.paused.noTime')],
      )
      return found.schedule_id
    })
    if (scheduleId === null) return due
    due.push(scheduleId)
  }
}

/** A run that this console holds. */
export interface TakenRun {
  schedule_id: string
  number: number
  fence: number
  due_at: string
  failures: number
}

export const runLeases = createLeases({
  work: 'export_runs',
  jobs: 'export_schedules',
  key: ['schedule_id', 'number'],
  fence: { column: 'fence', type: 'int' },
  open: `w.state in ('waiting', 'running')`,
  held: `w.state = 'running'`,
})

/** A schedule has one run at a time, in the order of its times. */
const runRule: TakeRule = {
  where: `not exists (select from export_runs other where other.schedule_id = w.schedule_id and other.number < w.number
    and other.state in ('waiting', 'running'))`,
  order: 'w.next_at, w.schedule_id, w.number',
  set: `state = 'running', started_at = $1`,
  columns: 'w.schedule_id, w.number, w.fence, w.due_at, w.failures',
}

export const takeRuns = (db: Queryable, take: Take): Promise<TakenRun[]> => runLeases.take(db, runRule, take)

export const leaseOf = ({ schedule_id, number, fence }: TakenRun): Lease => ({
  jobId: schedule_id,
  place: number,
  fence,
})

/** Stores how a run ended. The caller has confirmed its lease in this transaction. */
export async function endRun(
  tx: Queryable,
  { schedule_id: scheduleId, number }: TakenRun,
  end: { now: Date } & (
    | { state: 'done'; fileName: string; rows: number; bytes: number }
    | { state: 'failed'; note: string }
    | { state: 'waiting'; note: string; nextAt: Date }
  ),
): Promise<void> {
  const done = end.state === 'done' ? end : null
  await tx.query(
    `update export_runs set state = $3, finished_at = $4, file_name = $5, row_count = $6, bytes = $7, note = $8,
       next_at = coalesce($9, next_at), failures = failures + $10
     where schedule_id = $1 and number = $2`,
    [
      scheduleId,
      number,
      end.state,
      end.state === 'waiting' ? null : end.now,
      done?.fileName ?? null,
      done?.rows ?? null,
      done?.bytes ?? null,
      end.state === 'done' ? null : end.note,
      end.state === 'waiting' ? end.nextAt : null,
      end.state === 'done' ? 0 : 1,
    ],
  )
}
