import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { recordActivity } from '@/lib/activity/journal'
import type { Locker } from '@/lib/auth/locker'
import { database } from '@/lib/db/instance'
import type { Database, Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import type { OutgoingAllow } from '@/lib/env-outgoing'
import { AppError, invalidField } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { readTargetUrl } from '@/lib/outgoing/address'
import { serverText } from '@/lib/server-text'
import { checkContent, contentPermission, findObstacle, readOwner } from './content'
import { checkCron } from './cron-model'
import { listTargetKinds, readSchedule } from './data'
import { scheduleWorker } from './instance'
import type { ExportSchedule, ScheduleBody, scheduleChange, ScheduleTargetKind } from './schema'
import { addRun, cancelRuns, findNext, lockSchedule, pauseSchedule, scheduleLocker, type StoredSchedule } from './store'

const schedulesMax = 100

/** What writes need from the process. Tests pass their own. */
export interface ScheduleWriter {
  db: Database
  allow: OutgoingAllow
  locker: Locker
  targetKinds: readonly ScheduleTargetKind[]
  nowMs: number
  wake: () => void
}

async function ownWriter(): Promise<ScheduleWriter> {
  return {
    db: await database(),
    allow: settings().outgoingAllow,
    locker: scheduleLocker(),
    targetKinds: listTargetKinds(),
    nowMs: Date.now(),
    wake: () => scheduleWorker().wake(),
  }
}

type Kept = Pick<
  StoredSchedule,
  'content' | 'view_key' | 'format' | 'cron' | 'zone' | 'file_name' | 'target' | 'folder' | 'host'
>

/** A schedule as the log stores it: without its address. */
const toKept = (row: Kept & { name: string }) => ({
  name: row.name,
  content: row.content,
  view: row.view_key,
  format: row.format,
  cron: row.cron,
  zone: row.zone,
  fileName: row.file_name,
  target: row.target,
  folder: row.folder,
  host: row.host,
})

const record = (
  tx: Queryable,
  actor: Actor,
  verb: 'create' | 'update' | 'pause' | 'resume' | 'start' | 'delete' | 'restore',
  schedule: Pick<StoredSchedule, 'schedule_id' | 'name'>,
  states: { before?: unknown; after?: unknown } = {},
) =>
  recordActivity(tx, actor, {
    action: `export-schedule.${verb}`,
    objectKind: 'export-schedule',
    objectId: schedule.schedule_id,
    objectName: schedule.name,
    ...states,
  })

/**
 * Checks input that does not depend on stored data.
 * @throws AppError invalid, naming the field; forbidden for content that the person may not read
 */
async function check(actor: Actor, given: ScheduleBody, { db, nowMs, targetKinds }: ScheduleWriter): Promise<void> {
  const asked = { content: given.content, view_key: given.viewKey, format: given.format, zone: given.zone }
  checkContent(asked)
  checkCron(given.cron, given.zone, nowMs)
  if (!targetKinds.includes(given.target.kind))
    throw invalidField(
      'target',
      serverText(given.target.kind === 's3' ? 'exportSchedules.failed.noBucket' : 'exportSchedules.failed.noDirectory'),
    )
  // A token may have fewer permissions than its owner. When the schedule runs, those of the owner count.
  if (!may(actor, contentPermission(given.content))) throw new AppError('forbidden', serverText('openData.forbidden'))
  const obstacle = await findObstacle(db, actor, asked)
  if (obstacle !== null) throw invalidField('viewKey', obstacle)
}

interface Locked {
  host: string | null
  url: Buffer | null
  authorization: Buffer | null
}

/**
 * The target in its stored form. Values that a person left out stay unchanged.
 * @throws AppError invalid, naming `url`
 */
function lockTarget(
  { target }: ScheduleBody,
  { allow, locker }: ScheduleWriter,
  before: StoredSchedule | null = null,
): Locked {
  if (target.kind !== 'put') return { host: null, url: null, authorization: null }
  const { url: text = '', authorization } = target
  if (text === '' && (before?.locked_url ?? null) === null) throw invalidField('url', serverText('common.fields.empty'))
  const read = text === '' ? null : readTargetUrl(text, allow)
  // A new address must not get the header of the old one unless it is entered again.
  const kept = read === null ? (before?.locked_authorization ?? null) : null
  return {
    host: read?.host ?? before?.host ?? null,
    url: read === null ? (before?.locked_url ?? null) : locker.lock(read.href),
    authorization: authorization === undefined ? kept : authorization === '' ? null : locker.lock(authorization),
  }
}

const valuesOf = (given: ScheduleBody, locked: Locked) => [
  given.name,
  given.content,
  given.viewKey,
  given.format,
  given.cron,
  given.zone,
  given.fileName,
  given.target.kind,
  given.target.kind === 'put' ? '' : given.target.folder,
  locked.host,
  locked.url,
  locked.authorization,
]

async function readChanged(db: Queryable, scheduleId: string): Promise<ExportSchedule> {
  const found = await readSchedule(db, scheduleId)
  if (found === undefined) throw new AppError('not_found', serverText('exportSchedules.notFound'))
  return found
}

/** Adds a schedule of the person. @throws AppError invalid, naming the field; forbidden */
export async function createSchedule(actor: Actor, given: ScheduleBody, to?: ScheduleWriter): Promise<ExportSchedule> {
  const writer = to ?? (await ownWriter())
  const { db, nowMs } = writer
  await check(actor, given, writer)
  const locked = lockTarget(given, writer)
  const scheduleId = await db.transaction(async (tx) => {
    // The lock prevents two requests from both taking the last place.
    await tx.query('lock table export_schedules in share row exclusive mode')
    const { rows: kept } = await tx.query('select from export_schedules where deleted_at is null')
    if (kept.length >= schedulesMax)
      throw new AppError('invalid', serverText('exportSchedules.tooMany', { max: schedulesMax }))
    const { rows } = await tx.query<{ schedule_id: string }>(
      `insert into export_schedules (name, content, view_key, format, cron, zone, file_name, target, folder, host, locked_url,
         locked_authorization, owner_id, next_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) returning schedule_id`,
      [...valuesOf(given, locked), actor.userId, findNext(given, nowMs)],
    )
    const created = await lockSchedule(tx, rows[0]?.schedule_id ?? '')
    await record(tx, actor, 'create', created, { after: toKept(created) })
    return created.schedule_id
  })
  publishChange('export-schedules', [scheduleId])
  return readChanged(db, scheduleId)
}

/**
 * Changes a schedule, but not its owner. Its next run is at the next time of the new expression.
 * @throws AppError not_found, forbidden, invalid, conflict when the schedule has changed since `revision`
 */
export async function changeSchedule(
  actor: Actor,
  scheduleId: string,
  { revision, ...given }: z.output<typeof scheduleChange>,
  to?: ScheduleWriter,
): Promise<ExportSchedule> {
  const writer = to ?? (await ownWriter())
  const { db, nowMs } = writer
  await check(actor, given, writer)
  await db.transaction(async (tx) => {
    const before = await lockSchedule(tx, scheduleId)
    if (before.revision !== revision) throw new AppError('conflict', serverText('exportSchedules.changed'))
    const locked = lockTarget(given, writer, before)
    await tx.query(
      `update export_schedules set name = $1, content = $2, view_key = $3, format = $4, cron = $5, zone = $6, file_name = $7,
         target = $8, folder = $9, host = $10, locked_url = $11, locked_authorization = $12, revision = revision + 1,
         next_at = case when paused_at is null then $13::timestamptz end
       where schedule_id = $14`,
      [...valuesOf(given, locked), findNext(given, nowMs), scheduleId],
    )
    const after = await lockSchedule(tx, scheduleId)
    const isNewAddress = given.target.kind === 'put' && given.target.url !== undefined && given.target.url !== ''
    await record(tx, actor, 'update', after, {
      before: toKept(before),
      after: { ...toKept(after), hasNewAddress: isNewAddress },
    })
  })
  publishChange('export-schedules', [scheduleId])
  return readChanged(db, scheduleId)
}

/**
 * Pauses a schedule, or resumes it at its next time. If its owner cannot run it, the person who resumes it becomes the
 * owner.
 * @throws AppError not_found; invalid when neither of them can run it
 */
export async function setScheduleState(
  actor: Actor,
  scheduleId: string,
  { isPaused }: { isPaused: boolean },
  to?: ScheduleWriter,
): Promise<ExportSchedule> {
  const { db, nowMs, wake } = to ?? (await ownWriter())
  await db.transaction(async (tx) => {
    const before = await lockSchedule(tx, scheduleId)
    if ((before.paused_at !== null) === isPaused) return
    if (isPaused) await pauseSchedule(tx, scheduleId, null)
    else await resume(tx, actor, before, nowMs)
    await record(tx, actor, isPaused ? 'pause' : 'resume', before)
  })
  publishChange('export-schedules', [scheduleId])
  wake()
  return readChanged(db, scheduleId)
}

async function resume(tx: Queryable, actor: Actor, before: StoredSchedule, nowMs: number): Promise<void> {
  const owner = await readOwner(tx, before.owner_id)
  const isOwnersStill = (await findObstacle(tx, owner, before)) === null
  const obstacle = isOwnersStill ? null : await findObstacle(tx, actor, before)
  if (obstacle !== null) throw new AppError('invalid', obstacle)
  await tx.query(
    `update export_schedules set paused_at = null, pause_reason = null, owner_id = $2, next_at = $3 where schedule_id = $1`,
    [before.schedule_id, isOwnersStill ? before.owner_id : actor.userId, findNext(before, nowMs)],
  )
}

/**
 * Starts a run now, in addition to the scheduled ones.
 * @throws AppError not_found; conflict when a run is waiting or in progress
 */
export async function startRun(actor: Actor, scheduleId: string, to?: ScheduleWriter): Promise<ExportSchedule> {
  const { db, nowMs, wake } = to ?? (await ownWriter())
  await db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, scheduleId)
    const { rows } = await tx.query(
      `select from export_runs where schedule_id = $1 and state in ('waiting', 'running') limit 1`,
      [scheduleId],
    )
    if (rows.length > 0) throw new AppError('conflict', serverText('exportSchedules.running'))
    await addRun(tx, scheduleId, { dueAt: new Date(nowMs), isAsked: true })
    await record(tx, actor, 'start', schedule)
  })
  publishChange('export-schedules', [scheduleId])
  wake()
  return readChanged(db, scheduleId)
}

/** Deletes a schedule. It can be restored for a day, until `lib/retention` removes it. @throws AppError not_found */
export async function deleteSchedule(actor: Actor, scheduleId: string, to?: ScheduleWriter): Promise<void> {
  const { db } = to ?? (await ownWriter())
  await db.transaction(async (tx) => {
    const before = await lockSchedule(tx, scheduleId)
    await tx.query('update export_schedules set deleted_at = clock_timestamp() where schedule_id = $1', [scheduleId])
    await cancelRuns(tx, scheduleId)
    await record(tx, actor, 'delete', before, { before: toKept(before) })
  })
  publishChange('export-schedules', [scheduleId])
}

/** Restores a deleted schedule. It continues at its next time. @throws AppError not_found */
export async function restoreSchedule(actor: Actor, scheduleId: string, to?: ScheduleWriter): Promise<ExportSchedule> {
  const { db, nowMs } = to ?? (await ownWriter())
  await db.transaction(async (tx) => {
    const row = await lockSchedule(tx, scheduleId, 'deleted')
    await tx.query('update export_schedules set deleted_at = null, next_at = $2 where schedule_id = $1', [
      scheduleId,
      row.paused_at === null ? findNext(row, nowMs) : null,
    ])
    await record(tx, actor, 'restore', row, { after: toKept(row) })
  })
  publishChange('export-schedules', [scheduleId])
  return readChanged(db, scheduleId)
}
