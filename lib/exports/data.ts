import 'server-only'
import { readActorText } from '@/lib/activity/actor-text'
import type { Actor } from '@/lib/access/actor'
import { may } from '@/lib/access/permissions'
import { database } from '@/lib/db/instance'
import type { Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { AuditId } from '@/lib/ids'
import { service } from '@/lib/service/instance'
import type { Service } from '@/lib/service/types'
import { serverText } from '@/lib/server-text'
import { readPhrase } from './model'
import {
  jobPlace,
  type ExportFile,
  type ExportFileState,
  type ExportFormat,
  type ExportJob,
  type ExportJobList,
  type ExportJobSummary,
  type ExportLayout,
  type ExportScope,
  type ExportWay,
} from './schema'

const pageJobs = 30

interface JobRow {
  job_id: string
  owner_id: string | null
  owner_name: string
  format: ExportFormat
  via: ExportWay
  created_at: string
  cancelled_at: string | null
  total: number
  ready: number
  failed: number
  unknown: number
  cancelled: number
  open: number
  finished_at: string | null
}

interface FileRow {
  job_id: string
  position: number
  audit_id: string
  title: string | null
  state: ExportFileState
  remote_id: string | null
  file_name: string | null
  bytes: number | null
  error: string | null
  started_at: string | null
  finished_at: string | null
}

const fileColumns =
  'job_id, position, audit_id, title, state, remote_id, file_name, bytes, error, started_at, finished_at'

function toFile(row: FileRow): ExportFile {
  return {
    position: row.position,
    auditId: row.audit_id,
    title: row.title,
    state: row.state,
    fileName: row.file_name,
    bytes: row.bytes,
    note: row.error,
    isKnown: row.remote_id !== null,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

/** Whether a person may cancel, retry and remove a job: its owner and admins may. */
export function mayChangeJob(actor: Actor, ownerId: string | null): boolean {
  return may(actor, 'exports:write') && (ownerId === actor.userId || may(actor, 'system:write'))
}

function toSummary(row: JobRow, actor: Actor, single: FileRow | undefined): ExportJobSummary {
  return {
    jobId: row.job_id,
    ownerName: readActorText(row.owner_id, row.owner_name),
    isMine: row.owner_id === actor.userId,
    mayChange: mayChangeJob(actor, row.owner_id),
    format: row.format,
    via: row.via,
    createdAt: row.created_at,
    cancelledAt: row.cancelled_at,
    finishedAt: row.open > 0 ? null : row.finished_at,
    total: row.total,
    ready: row.ready,
    failed: row.failed,
    unknown: row.unknown,
    cancelled: row.cancelled,
    open: row.open,
    single: row.total === 1 && single !== undefined ? toFile(single) : null,
  }
}

async function readJobs(db: Queryable, where: string, values: readonly unknown[], limit: number): Promise<JobRow[]> {
  const { rows } = await db.query<JobRow>(
    `select j.job_id, j.owner_id, j.owner_name, j.format, j.via, j.created_at, j.cancelled_at, f.*
     from (select * from export_jobs where ${where} order by created_at desc, job_id limit ${limit}) j
     cross join lateral (
       select count(*) as total,
              count(*) filter (where state = 'ready') as ready,
              count(*) filter (where state = 'failed') as failed,
              count(*) filter (where state = 'unknown') as unknown,
              count(*) filter (where state = 'cancelled') as cancelled,
              count(*) filter (where state in ('waiting', 'starting', 'running')) as open,
              max(finished_at) as finished_at
       from export_files where export_files.job_id = j.job_id
     ) f
     order by j.created_at desc, j.job_id`,
    values,
  )
  return rows
}

/** A page of jobs, the newest first: of the person or of everyone, for one inspection or for all. */
export async function listExportJobs(
  actor: Actor,
  asked: { scope: ExportScope; auditId?: AuditId | undefined; after?: string | undefined },
  given?: Queryable,
): Promise<ExportJobList> {
  const db = given ?? (await database())
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const where = ['true']
  if (asked.scope === 'mine') where.push(`owner_id = ${add(actor.userId)}`)
  if (asked.auditId !== undefined)
    where.push(
      `exists (select from export_files x where x.job_id = export_jobs.job_id and x.audit_id = ${add(asked.auditId)}
               and not exists (select from export_files y where y.job_id = x.job_id and y.position > 0))`,
    )
  if (asked.after !== undefined) {
    const place = jobPlace.safeParse(asked.after.split('~'))
    if (!place.success)
      throw new AppError('invalid', serverText('common.unknownPlace'), {
        details: { fields: { after: serverText('common.fields.cursor') } },
      })
    const [time, id] = place.data.map(add)
    where.push(`(created_at < ${time} or (created_at = ${time} and job_id > ${id}))`)
  }
  const rows = await readJobs(db, where.join(' and '), values, pageJobs + 1)
  const shown = rows.slice(0, pageJobs)
  const singles = await db.query<FileRow>(
    `select ${fileColumns} from export_files where job_id = any($1::uuid[]) and position = 0`,
    [shown.filter(({ total }) => total === 1).map(({ job_id }) => job_id)],
  )
  const byJob = new Map(singles.rows.map((row) => [row.job_id, row]))
  const last = shown.at(-1)
  return {
    jobs: shown.map((row) => toSummary(row, actor, byJob.get(row.job_id))),
    after: rows.length > pageJobs && last !== undefined ? `${last.created_at}~${last.job_id}` : null,
  }
}

export function unknownJob(): AppError {
  return new AppError('not_found', serverText('exports.notFound'))
}

/** One job with all its files. @throws AppError not_found */
export async function readExportJob(actor: Actor, jobId: string, given?: Queryable): Promise<ExportJob> {
  const db = given ?? (await database())
  const [row] = await readJobs(db, 'job_id = $1', [jobId], 1)
  if (row === undefined) throw unknownJob()
  const { rows } = await db.query<FileRow>(
    `select ${fileColumns} from export_files where job_id = $1 order by position`,
    [jobId],
  )
  return { ...toSummary(row, actor, rows[0]), files: rows.map(toFile) }
}

export interface ReadyFile {
  auditId: string
  title: string | null
  remoteId: string
  format: ExportFormat
  via: ExportWay
}

/** A file that can be fetched. @throws AppError not_found; conflict when it is not ready */
export async function readReadyFile(jobId: string, position: number, given?: Queryable): Promise<ReadyFile> {
  const db = given ?? (await database())
  const { rows } = await db.query<FileRow & { format: ExportFormat; via: ExportWay }>(
    `select ${fileColumns}, format, via from export_files join export_jobs using (job_id) where job_id = $1 and position = $2`,
    [jobId, position],
  )
  const [row] = rows
  if (row === undefined) throw unknownJob()
  if (row.state !== 'ready' || row.remote_id === null) throw new AppError('conflict', serverText('exports.notReady'))
  return { auditId: row.audit_id, title: row.title, remoteId: row.remote_id, format: row.format, via: row.via }
}

/**
 * The layouts that the service offers for these inspections. None if they belong to several templates, because every
 * layout belongs to one template.
 */
export async function listLayouts(
  auditIds: readonly AuditId[],
  { signal }: { signal?: AbortSignal } = {},
  from: { db?: Queryable; service?: Pick<Service, 'call'> } = {},
): Promise<{ layouts: ExportLayout[]; isOneTemplate: boolean }> {
  const db = from.db ?? (await database())
  const client = from.service ?? service()
  const { rows } = await db.query<{ template_id: string | null }>(
    'select distinct template_id from inspections where audit_id = any($1::text[])',
    [auditIds],
  )
  const [row] = rows
  if (row === undefined || rows.length > 1 || row.template_id === null) return { layouts: [], isOneTemplate: false }
  const options = { lane: 'person', ...(signal === undefined ? {} : { signal }) } as const
  const [preferences, profiles] = await Promise.all([
    client.call('searchPreferences', { query: { template_id: row.template_id } }, options),
    client.call('searchExportProfiles', { query: { template: row.template_id } }, options),
  ])
  return {
    isOneTemplate: true,
    layouts: [
      ...readLayouts(preferences.preferences, 'label', 'report'),
      ...readLayouts(profiles.export_profiles, 'name', 'export'),
    ],
  }
}

function readLayouts(
  list: ReadonlyArray<Record<string, unknown>> | undefined,
  name: string,
  via: ExportWay,
): ExportLayout[] {
  return (list ?? []).flatMap((entry) => {
    const id = readPhrase(entry['id'])
    return id === null
      ? []
      : [
          {
            id,
            via,
            name: readPhrase(entry[name]) ?? serverText('exports.unnamedLayout'),
            isDefault: entry['is_default'] === true,
          },
        ]
  })
}
