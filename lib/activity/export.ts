import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { createTimeWriter, writeText } from '@/lib/csv/csv'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { readEntries, type EntryRow } from './data'
import { conditionOf, countEntries } from './filter'
import { recordActivity } from './journal'
import { nameAction } from './model'
import { cutEntry } from './visibility'
import type { ActivityCount, ActivityFormat, activityExportQuery } from './schema'

/** An entry may hold a whole group before and after, and ten thousand ids: a few at a time keep memory small. */
const pageRows = 50

interface ExportedRow extends EntryRow {
  related: string[] | null
}

export interface ActivityExport {
  name: string
  type: string
  /** Entries that it will have. */
  total: ActivityCount
  body: ReadableStream<Uint8Array>
}

const types: Record<ActivityFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/**
 * Streams entries of the log, the newest first, in constant memory: all that match and were there when it was asked for.
 * That somebody took them along is an entry too.
 * @throws AppError invalid, naming the field; unavailable
 */
export async function exportActivity(
  actor: Actor,
  { format, ...asked }: z.output<typeof activityExportQuery>,
  options: SinkOptions & { db?: Database; nowMs?: number } = {},
): Promise<ActivityExport> {
  const { db: given, nowMs = Date.now(), ...sinkOptions } = options
  const db = given ?? (await database())
  const { where, values } = conditionOf(actor, asked, nowMs)
  const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
  const condition = { where: [...where, `at <= $${values.length + 1}`], values: [...values, rows[0]?.at ?? null] }
  const total = await countEntries(db, condition)
  await recordActivity(db, actor, {
    action: 'activity.export',
    objectKind: 'activity',
    objectId: null,
    objectName: `${total.isExact ? '' : 'about '}${total.total.toLocaleString('en')} ${total.total === 1 ? 'entry' : 'entries'}`,
    after: { format, ...asked },
  })
  const zone = asked.tz ?? 'UTC'
  const write = { csv: createCsvLine, jsonl: createJsonLine }[format](zone)
  const body = createTextStream(async (sink) => {
    if (format === 'csv') await sink.write(csvHead)
    for (let after: readonly [string, string] | null = null; ;) {
      sink.signal.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      const page: ExportedRow[] = await readEntries<ExportedRow>(db, condition, {
        after,
        limit: pageRows,
        more: ', related',
      })
      if (page.length > 0) await sink.write(page.map((row) => write(cutEntry(actor, row))).join(''))
      const last = page.at(-1)
      if (last === undefined || page.length < pageRows) return
      after = [last.at, last.activity_id]
    }
  }, sinkOptions)
  const day = createTimeWriter(zone)(new Date(nowMs).toISOString()).slice(0, 10)
  return { name: `activity-${day}.${format}`, type: types[format], total, body }
}

const heads = [
  'Time',
  'Person',
  'Email',
  'Did',
  'Action',
  'Kind',
  'Object',
  'Object id',
  'Outcome',
  'Note',
  'Ended',
  'Before',
  'After',
  'Also about',
  'Change id',
  'Request id',
  'Address',
  'Entry id',
]
const lineEnd = '\r\n'
/** Byte order mark, by which Excel knows UTF-8, and the heads. */
const csvHead = `\uFEFF${heads.join(',')}${lineEnd}`

const writeJson = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

function createCsvLine(zone: string): (row: ExportedRow) => string {
  const time = createTimeWriter(zone)
  return (row) =>
    [
      time(row.at),
      writeText(row.actor_name),
      writeText(row.actor_email),
      writeText(nameAction(row)),
      writeText(row.action),
      writeText(row.object_kind),
      writeText(row.object_name),
      writeText(row.object_id),
      row.outcome,
      writeText(row.outcome_note),
      time(row.finished_at),
      writeText(writeJson(row.before)),
      writeText(writeJson(row.after)),
      writeText(row.related?.join(' ') ?? null),
      writeText(row.change_id),
      writeText(row.request_id),
      writeText(row.address),
      row.activity_id,
    ].join(',') + lineEnd
}

function createJsonLine(zone: string): (row: ExportedRow) => string {
  const time = createTimeWriter(zone)
  const instant = (at: string | null) => (at === null ? null : time(at))
  return (row) =>
    `${JSON.stringify({
      activityId: row.activity_id,
      at: instant(row.at),
      actorName: row.actor_name,
      actorEmail: row.actor_email,
      action: row.action,
      objectKind: row.object_kind,
      objectId: row.object_id,
      objectName: row.object_name,
      outcome: row.outcome,
      outcomeNote: row.outcome_note,
      finishedAt: instant(row.finished_at),
      before: row.before,
      after: row.after,
      related: row.related ?? [],
      changeId: row.change_id,
      requestId: row.request_id,
      address: row.address,
    })}\n`
}
