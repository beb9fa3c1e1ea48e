import * as z from 'zod'
import { openFormats } from '@/lib/open-data/values-model'
import { viewKey } from '@/lib/saved-views/schema'
import { serverText } from '@/lib/server-text'
import { isTimeZone } from '@/lib/time/time-format'
import { fileNameMax, folderMax, runStates, scheduleNameMax, scheduleContents } from './values-model'

/** Exports that Sightline writes by itself: what it exports, when and where to. */

const instant = z.iso.datetime({ offset: true })

const content = z.enum(scheduleContents)
export type ScheduleContent = z.infer<typeof content>

export const targetKinds = ['directory', 's3', 'put'] as const
const targetKind = z.enum(targetKinds)
export type ScheduleTargetKind = z.infer<typeof targetKind>

export const exportRun = z.object({
  scheduleId: z.uuid(),
  scheduleName: z.string(),
  /** Counts the runs of the schedule, starting at 1. */
  number: z.number().int(),
  dueAt: instant,
  /** Whether a person started the run. Otherwise it was due. */
  isAsked: z.boolean(),
  state: z.enum(runStates),
  /** When a run that waits after a failure is tried again; null otherwise. */
  nextAt: instant.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  fileName: z.string().nullable(),
  rows: z.number().int().nullable(),
  bytes: z.number().int().nullable(),
  /** Why the last try failed. */
  note: z.string().nullable(),
})
export type ExportRun = z.infer<typeof exportRun>

export const exportSchedule = z.object({
  scheduleId: z.uuid(),
  name: z.string(),
  content,
  /** The view whose inspections are exported; null: all inspections. */
  viewKey: z.string().nullable(),
  /** Null for a built-in view and for a deleted view. */
  viewName: z.string().nullable(),
  format: z.enum(openFormats),
  cron: z.string(),
  zone: z.string(),
  fileName: z.string(),
  target: z.object({
    kind: targetKind,
    folder: z.string(),
    /** The host of the address. The address itself may be a secret. */
    host: z.string().nullable(),
    hasAuthorization: z.boolean(),
  }),
  /** The person whose permissions decide which rows are exported; null: their account was deleted. */
  ownerName: z.string().nullable(),
  revision: z.number().int(),
  isPaused: z.boolean(),
  /** Why Sightline paused the schedule; null when a person paused it. */
  pauseReason: z.string().nullable(),
  nextAt: instant.nullable(),
  /** The newest run. */
  lastRun: exportRun.nullable(),
})
export type ExportSchedule = z.infer<typeof exportSchedule>

/** Response of GET /api/export-schedules. */
export const scheduleList = z.object({
  schedules: z.array(exportSchedule),
  /** The kinds of targets that the settings of this console allow. */
  targetKinds: z.array(targetKind),
})
export type ScheduleList = z.infer<typeof scheduleList>

/** Name of the schedule. */
const name = z
  .string()
  .trim()
  .min(1, serverText('common.fields.empty'))
  .max(scheduleNameMax)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, serverText('common.fields.badCharacter'))
/** Five fields: minute, hour, day of month, month, day of week. */
const cron = z.string().trim().min(1, serverText('common.fields.empty')).max(100)
/** IANA time zone of `cron`, of the file name and, if `content` is `list`, of the times in the file. */
const zone = z.string().max(64).refine(isTimeZone, serverText('common.notTimeZone'))
/** File name without extension. `{date}` and `{time}` become the date and time of the run, in `zone`. */
const fileName = z
  .string()
  .trim()
  .min(1, serverText('common.fields.empty'))
  .max(fileNameMax)
  .regex(
    /^(?:[A-Za-z0-9_]|\{(?:date|time)\})(?:[A-Za-z0-9 ._-]|\{(?:date|time)\})*$/,
    serverText('exportSchedules.fields.fileName'),
  )
/** Folder below the folder of the settings: names separated by slashes. Empty: that folder itself. */
const folder = z
  .string()
  .trim()
  .max(folderMax)
  .regex(
    /^(?:[A-Za-z0-9_](?:[A-Za-z0-9 ._-]*[A-Za-z0-9_-])?(?:\/(?!$)|$))*$/,
    serverText('exportSchedules.fields.folder'),
  )
  .default('')
const url = z.string().trim().max(2_000)
const authorization = z
  .string()
  .trim()
  .max(4_000)
  .regex(/^[\x20-\x7e]*$/, serverText('common.fields.badCharacter'))

/** Where files are written. */
const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('directory'), folder }),
  z.strictObject({ kind: z.literal('s3'), folder }),
  z.strictObject({
    kind: z.literal('put'),
    /**
     * An https URL. If its path ends with a slash, the name of the file is added. If omitted in a change, the stored
     * URL is kept.
     */
    url: url.optional(),
    /**
     * The whole value of the header `Authorization`. Empty: no header. If omitted in a change, the stored value is kept
     * with the stored URL.
     */
    authorization: authorization.optional(),
  }),
])
export type ScheduleTarget = z.infer<typeof target>

const body = {
  name,
  content,
  /** Key of the view whose inspections are exported. Null: all inspections. */
  viewKey: viewKey.nullable().default(null),
  format: z.enum(openFormats),
  cron,
  zone,
  fileName,
  target,
}

/** Body of POST /api/export-schedules. */
export const newSchedule = z.object(body)
export type NewSchedule = z.input<typeof newSchedule>
export type ScheduleBody = z.output<typeof newSchedule>

/** Body of PUT /api/export-schedules/[scheduleId]. */
export const scheduleChange = z.object({
  /** The revision that the person edited. If the stored revision differs, there is a conflict. */
  revision: z.number().int(),
  ...body,
})
export type ScheduleChange = z.input<typeof scheduleChange>

/** Body of POST /api/export-schedules/[scheduleId]/state. */
export const scheduleState = z.object({
  /** True pauses the schedule, false resumes it. */
  isPaused: z.boolean(),
})

/** Query of GET /api/export-schedules/times. Nothing is stored. */
export const timesQuery = z.object({ cron, zone, fileName, format: z.enum(openFormats) })
export type TimesQuery = z.infer<typeof timesQuery>

/** Response: the next five times, and the file name at the first of them. */
export const scheduleTimes = z.object({ times: z.array(instant), fileName: z.string() })
export type ScheduleTimes = z.infer<typeof scheduleTimes>

/** Query and response of GET /api/export-schedules/runs: runs, newest first. */
export const runsQuery = z.object({
  /** Only runs of this schedule. If omitted, runs of all schedules. */
  scheduleId: z.uuid().optional(),
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(300).optional(),
  /** Number of runs per page. */
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export const runPage = z.object({ runs: z.array(exportRun), after: z.string().nullable() })
export type RunPage = z.infer<typeof runPage>
