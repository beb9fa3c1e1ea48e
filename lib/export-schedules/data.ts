import 'server-only'
import * as z from 'zod'
import { database } from '@/lib/db/instance'
import { decodePlace, encodePlace } from '@/lib/db/keyset'
import type { Queryable } from '@/lib/db/types'
import { settings } from '@/lib/env'
import { checkCron, listTimes, writeFileName } from './cron-model'
import type {
  ExportRun,
  ExportSchedule,
  RunPage,
  runsQuery,
  ScheduleList,
  ScheduleTargetKind,
  ScheduleTimes,
  TimesQuery,
} from './schema'
import { readSchedules, type StoredSchedule } from './store'

/** The kinds of targets that the settings of this console allow. */
export function listTargetKinds(
  { exportDir, exportBucket }: Pick<ReturnType<typeof settings>, 'exportDir' | 'exportBucket'> = settings(),
): ScheduleTargetKind[] {
  return [
    ...(exportDir === null ? [] : ['directory' as const]),
    ...(exportBucket === null ? [] : ['s3' as const]),
    'put',
  ]
}

interface StoredRun {
  schedule_id: string
  name: string
  number: number
  due_at: string
  is_asked: boolean
  state: ExportRun['state']
  next_at: string
  created_at: string
  started_at: string | null
  finished_at: string | null
  file_name: string | null
  row_count: number | null
  bytes: number | null
  note: string | null
}

const runColumns = `run.schedule_id, name, number, due_at, is_asked, state, run.next_at, run.created_at, started_at, finished_at,
  run.file_name, row_count, bytes, note`

const toRun = (row: StoredRun): ExportRun => ({
  scheduleId: row.schedule_id,
  scheduleName: row.name,
  number: row.number,
  dueAt: row.due_at,
  isAsked: row.is_asked,
  state: row.state,
  nextAt: row.state === 'waiting' && row.note !== null ? row.next_at : null,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  fileName: row.file_name,
  rows: row.row_count,
  bytes: row.bytes,
  note: row.note,
})

/** Names of owners and views, and the newest run of each schedule. */
async function describe(db: Queryable, stored: readonly StoredSchedule[]): Promise<ExportSchedule[]> {
  const { rows: owners } = await db.query<{ user_id: string; name: string }>(
    'select user_id, name from users where user_id = any($1::uuid[])',
    [stored.flatMap(({ owner_id }) => owner_id ?? [])],
  )
  const { rows: views } = await db.query<{ view_id: string; name: string }>(
    'select view_id, name from saved_views where view_id::text = any($1::text[]) and deleted_at is null',
    [stored.flatMap(({ view_key }) => view_key ?? [])],
  )
  const { rows: runs } = await db.query<StoredRun>(
    `select distinct on (run.schedule_id) ${runColumns} from export_runs as run join export_schedules using (schedule_id)
     where run.schedule_id = any($1::uuid[]) order by run.schedule_id, number desc`,
    [stored.map(({ schedule_id }) => schedule_id)],
  )
  const ownerNames = new Map(owners.map(({ user_id, name }) => [user_id, name]))
  const viewNames = new Map(views.map(({ view_id, name }) => [view_id, name]))
  const lastRuns = new Map(runs.map((run) => [run.schedule_id, toRun(run)]))
  return stored.map((row) => ({
    scheduleId: row.schedule_id,
    name: row.name,
    content: row.content,
    viewKey: row.view_key,
    viewName: row.view_key === null ? null : (viewNames.get(row.view_key) ?? null),
    format: row.format,
    cron: row.cron,
    zone: row.zone,
    fileName: row.file_name,
    target: {
      kind: row.target,
      folder: row.folder,
      host: row.host,
      hasAuthorization: row.locked_authorization !== null,
    },
    ownerName: row.owner_id === null ? null : (ownerNames.get(row.owner_id) ?? null),
    revision: row.revision,
    isPaused: row.paused_at !== null,
    pauseReason: row.pause_reason,
    nextAt: row.next_at,
    lastRun: lastRuns.get(row.schedule_id) ?? null,
  }))
}

/** All schedules by name. */
export async function listSchedules(given?: Queryable, targetKinds = listTargetKinds()): Promise<ScheduleList> {
  const db = given ?? (await database())
  return { schedules: await describe(db, await readSchedules(db)), targetKinds }
}

/** One schedule; undefined when there is none. */
export async function readSchedule(db: Queryable, scheduleId: string): Promise<ExportSchedule | undefined> {
  return (await describe(db, await readSchedules(db, scheduleId)))[0]
}

/** The next five due times of an expression that a person has entered. @throws AppError invalid, naming the field */
export function previewTimes({ cron, zone, fileName, format }: TimesQuery, nowMs = Date.now()): ScheduleTimes {
  checkCron(cron, zone, nowMs)
  const times = listTimes(cron, zone, nowMs, 5)
  return {
    times: times.map((at) => new Date(at).toISOString()),
    fileName: writeFileName(fileName, format, times[0] ?? nowMs, zone),
  }
}

/** The last run of a page. */
const position = z.tuple([z.iso.datetime(), z.uuid(), z.number().int()])

/** Runs of all schedules or of one, newest first. @throws AppError invalid, naming `after` */
export async function listRuns(
  { scheduleId, after, limit }: z.output<typeof runsQuery>,
  given?: Queryable,
): Promise<RunPage> {
  const db = given ?? (await database())
  const place = after === undefined ? null : decodePlace(position, after)
  const { rows } = await db.query<StoredRun>(
    `select ${runColumns} from export_runs as run join export_schedules using (schedule_id)
     where deleted_at is null and ($1::uuid is null or run.schedule_id = $1)
       and ($2::timestamptz is null or run.created_at < $2
         or (run.created_at = $2 and (run.schedule_id, number) > ($3::uuid, $4::int)))
     order by run.created_at desc, run.schedule_id, number limit $5`,
    [scheduleId ?? null, place?.[0] ?? null, place?.[1] ?? null, place?.[2] ?? null, limit + 1],
  )
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    runs: shown.map(toRun),
    after:
      rows.length > limit && last !== undefined ? encodePlace([last.created_at, last.schedule_id, last.number]) : null,
  }
}
