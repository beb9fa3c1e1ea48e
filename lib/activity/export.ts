import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { createTimeWriter, writeText } from '@/lib/csv/csv'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { readEntries, toEntry, withBulks, type EntryRow } from './data'
import { conditionOf, countEntries } from './filter'
import { recordActivity } from './journal'
import { createTranslator } from 'next-intl'
import { readMessages } from '@/lib/messages/catalog'
import type { Translator } from '@/lib/messages/translator'
import { renderJson, renderText } from '@/lib/server-text'
import { writeSentence } from './sentence-model'
import type { ActivityCount, ActivityEntry, ActivityFormat, activityExportQuery } from './schema'

/** An entry may contain a whole group before and after, and ten thousand ids: small batches keep memory low. */
const pageRows = 50

interface ExportedRow extends EntryRow {
  related: string[] | null
}

export interface ActivityExport {
  name: string
  type: string
  /** Entries that the file will have. */
  total: ActivityCount
  body: ReadableStream<Uint8Array>
}

const types: Record<ActivityFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/**
 * Streams entries of the log, newest first, in constant memory: all matches that existed at the request. The export
 * itself is logged too.
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
  const write = { csv: createCsvLine, jsonl: createJsonLine }[format](zone, await readEnglish())
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
      const related = new Map(page.map((row) => [row.activity_id, row.related ?? []]))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const entries = await withBulks(
        db,
        page.map((row) => toEntry(row, actor)),
      )
      const lines = entries.map((entry) => write({ ...entry, related: related.get(entry.activityId) ?? [] }))
      if (lines.length > 0) await sink.write(lines.join(''))
      const last = page.at(-1)
      if (last === undefined || page.length < pageRows) return
      after = [last.at, last.activity_id]
    }
  }, sinkOptions)
  const day = createTimeWriter(zone)(new Date(nowMs).toISOString()).slice(0, 10)
  return { name: `activity-${day}.${format}`, type: types[format], total, body }
}

/** Files are in English, so that programs that read them do not depend on who exported them. */
async function readEnglish() {
  const t = createTranslator({ locale: 'en', messages: await readMessages('en'), namespace: 'activity' })
  return t
}

const heads = [
  'Time',
  'Person',
  'Email',
  'What happened',
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
  'Parent entry id',
]
const lineEnd = '\r\n'
/** Byte order mark, by which Excel recognizes UTF-8, and the headers. */
const csvHead = `\uFEFF${heads.join(',')}${lineEnd}`

const english = (text: string | null) => (text === null ? null : renderText(text))
const writeJson = (value: unknown) => (value === null || value === undefined ? null : renderJson(value, 'en'))

/** An entry with what the reader may see, and every object that it concerns. */
type Exported = ActivityEntry & { related: readonly string[] }

function createCsvLine(zone: string, t: Translator<'activity'>): (entry: Exported) => string {
  const time = createTimeWriter(zone)
  return (entry) =>
    [
      time(entry.at),
      writeText(entry.actorName),
      writeText(entry.actorEmail),
      writeText(writeSentence(t, entry)),
      writeText(entry.action),
      writeText(entry.objectKind),
      writeText(entry.objectName),
      writeText(entry.objectId),
      entry.outcome,
      writeText(english(entry.outcomeNote)),
      time(entry.finishedAt),
      writeText(writeJson(entry.before)),
      writeText(writeJson(entry.after)),
      writeText(entry.related.length === 0 ? null : entry.related.join(' ')),
      writeText(entry.changeId),
      writeText(entry.requestId),
      writeText(entry.address),
      entry.activityId,
      entry.parentId ?? '',
    ].join(',') + lineEnd
}

function createJsonLine(zone: string, t: Translator<'activity'>): (entry: Exported) => string {
  const time = createTimeWriter(zone)
  const instant = (at: string | null) => (at === null ? null : time(at))
  return (entry) =>
    `${renderJson(
      {
        activityId: entry.activityId,
        at: instant(entry.at),
        actorName: entry.actorName,
        actorEmail: entry.actorEmail,
        sentence: writeSentence(t, entry),
        action: entry.action,
        objectKind: entry.objectKind,
        objectId: entry.objectId,
        objectName: entry.objectName,
        outcome: entry.outcome,
        outcomeNote: entry.outcomeNote,
        finishedAt: instant(entry.finishedAt),
        before: entry.before,
        after: entry.after,
        related: entry.related,
        changeId: entry.changeId,
        parentId: entry.parentId ?? null,
        requestId: entry.requestId,
        address: entry.address,
      },
      'en',
    )}\n`
}
