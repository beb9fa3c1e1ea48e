import 'server-only'
import { storeScheduleActor } from '@/lib/activity/actor-text'
import { recordActivity, type ActivityActor } from '@/lib/activity/journal'
import type { Locker } from '@/lib/auth/locker'
import { backOff, readTrouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { addNotices, readAdminIds } from '@/lib/inbox/store'
import { serverText } from '@/lib/server-text'
import { findObstacle, openContent, readOwner } from './content'
import { writeFileName } from './cron-model'
import { deliver, type DeliverTools, type Place } from './deliver'
import { endRun, leaseOf, pauseSchedule, readSchedules, runLeases, type StoredSchedule, type TakenRun } from './store'

/** The steps of one run: rows are read, a file is written, and the outcome is stored. */

export interface RunTools {
  db: Database
  clock: Clock
  log: DatabaseLog
  locker: Locker
  origin: string
  deliver: DeliverTools
}

/** The maximum number of tries of one run. After about half an hour, a person must be notified. */
const triesMax = 6
const backOffMs = { base: 30_000, max: 10 * 60_000 }
/** A run that was interrupted this often probably crashes its console, so it is not started again. */
const takesMax = 20

const scheduleActor = (name: string): ActivityActor => ({ userId: null, name: storeScheduleActor(name), email: '' })

/** Another console has taken over the run, or a person has cancelled it. */
class LeaseLost extends Error {}

interface Ended {
  fileName: string
  rows: number
  bytes: number
}

/** Runs a taken run to its end. Never throws, except when the database is away. */
export async function runExport(tools: RunTools, run: TakenRun, signal: AbortSignal): Promise<void> {
  const { db, clock } = tools
  const [schedule] = await readSchedules(db, run.schedule_id)
  if (schedule === undefined) return
  try {
    if (run.fence > takesMax) return await fail(tools, schedule, run, serverText('exportSchedules.failed.interrupted'))
    const owner = await readOwner(db, schedule.owner_id)
    const obstacle = await findObstacle(db, owner, schedule)
    if (obstacle !== null || owner === null) return await pause(tools, schedule, run, obstacle ?? '')
    const ended = await write(tools, { schedule, run, owner }, signal)
    await finish(tools, schedule, run, ended)
  } catch (error) {
    if (error instanceof LeaseLost) return
    // Another console, or this one after a restart, starts the run over.
    if (signal.aborted) return await runLeases.release(db, leaseOf(run), new Date(clock.now()))
    const { text } = readTrouble(error)
    tools.log.warn({ err: error, schedule: schedule.schedule_id, run: run.number }, 'a scheduled export failed')
    if (run.failures + 1 >= triesMax) return await fail(tools, schedule, run, text)
    await inRun(tools, run, (tx, now) =>
      endRun(tx, run, {
        state: 'waiting',
        now,
        note: text,
        nextAt: new Date(now.getTime() + backOff(run.failures, backOffMs.base, backOffMs.max)),
      }),
    )
  } finally {
    publishChange('export-schedules', [run.schedule_id])
  }
}

type Owner = NonNullable<Awaited<ReturnType<typeof readOwner>>>

async function write(
  { db, clock, locker, origin, deliver: tools }: RunTools,
  { schedule, run, owner }: { schedule: StoredSchedule; run: TakenRun; owner: Owner },
  signal: AbortSignal,
): Promise<Ended> {
  const place = readPlace(schedule, locker)
  const fileName = writeFileName(schedule.file_name, schedule.format, Date.parse(run.due_at), schedule.zone)
  const content = await openContent(schedule, { db, owner, origin, nowMs: clock.now(), signal })
  const draft = { scheduleId: run.schedule_id, number: run.number, fence: run.fence }
  const confirm = async () => {
    if (!(await db.transaction((tx) => runLeases.confirm(tx, leaseOf(run))))) throw new LeaseLost()
  }
  const bytes = await deliver(content, { place, fileName, draft, confirm }, { tools, signal })
  return { fileName, rows: content.rows(), bytes }
}

/** @throws AppError when the address was encrypted with another secret */
function readPlace(schedule: StoredSchedule, locker: Locker): Place {
  const { target, folder, locked_url: lockedUrl, locked_authorization: lockedAuthorization } = schedule
  if (target !== 'put') return { kind: target, folder }
  const url = lockedUrl === null ? null : locker.unlock(lockedUrl)
  const authorization = lockedAuthorization === null ? null : locker.unlock(lockedAuthorization)
  if (url === null || (authorization === null && lockedAuthorization !== null))
    throw new AppError('unavailable', serverText('exportSchedules.failed.unreadable'))
  return { kind: 'put', url, authorization }
}

/**
 * Does something for a run in one transaction, unless this console no longer holds the run. Locks the schedule first,
 * in the same order as writes by people, so that there is no deadlock.
 */
async function inRun(
  { db, clock }: RunTools,
  run: TakenRun,
  work: (tx: Queryable, now: Date) => Promise<void>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('select from export_schedules where schedule_id = $1 for update', [run.schedule_id])
    if (await runLeases.confirm(tx, leaseOf(run))) await work(tx, new Date(clock.now()))
  })
}

const record = (
  tx: Queryable,
  { schedule_id: objectId, name }: StoredSchedule,
  act: { verb: 'run' | 'pause'; after?: unknown; note?: string },
) =>
  recordActivity(
    tx,
    scheduleActor(name),
    {
      action: `export-schedule.${act.verb}`,
      objectKind: 'export-schedule',
      objectId,
      objectName: name,
      after: act.after,
    },
    { outcome: act.verb === 'run' && act.note !== undefined ? 'failed' : 'done', note: act.note ?? null },
  )

/** Notifies the owner of the schedule, or admins when the owner can no longer sign in. */
async function notify(
  tx: Queryable,
  schedule: StoredSchedule,
  { cause, text, detail }: { cause: string; text: string; detail: string },
): Promise<void> {
  const owner = await readOwner(tx, schedule.owner_id)
  await addNotices(tx, [
    {
      userIds: owner === null ? await readAdminIds(tx) : [owner.userId],
      kind: 'export',
      cause: `export-schedule ${schedule.schedule_id} ${cause}`,
      text,
      detail,
      target: { kind: 'export-schedules', id: null },
    },
  ])
}

function finish(tools: RunTools, schedule: StoredSchedule, run: TakenRun, ended: Ended): Promise<void> {
  return inRun(tools, run, async (tx, now) => {
    await endRun(tx, run, { state: 'done', now, ...ended })
    await record(tx, schedule, { verb: 'run', after: { ...ended, dueAt: run.due_at } })
  })
}

function fail(tools: RunTools, schedule: StoredSchedule, run: TakenRun, note: string): Promise<void> {
  return inRun(tools, run, async (tx, now) => {
    await endRun(tx, run, { state: 'failed', now, note })
    await record(tx, schedule, { verb: 'run', after: { dueAt: run.due_at }, note })
    const text = serverText('inbox.notices.scheduledExportFailed', { name: schedule.name })
    await notify(tx, schedule, { cause: `failed ${run.number}`, text, detail: note })
  })
}

function pause(tools: RunTools, schedule: StoredSchedule, run: TakenRun, reason: string): Promise<void> {
  return inRun(tools, run, async (tx, now) => {
    await endRun(tx, run, { state: 'failed', now, note: reason })
    await pauseSchedule(tx, schedule.schedule_id, reason)
    await record(tx, schedule, { verb: 'pause', note: reason })
    const text = serverText('inbox.notices.schedulePaused', { name: schedule.name })
    await notify(tx, schedule, { cause: `paused ${run.number}`, text, detail: reason })
  })
}
