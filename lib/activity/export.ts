import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { createTimeWriter, writeHead, writeText } from '@/lib/csv/csv'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { readEntries, toEntry, withBulks, type EntryRow } from './data'
import { conditionOf, countEntries } from './filter'
import { recordActivity } from './journal'
import { createTranslator } from 'next-intl'
import { readMessages } from '@/lib/messages/catalog'
import type { Translator } from '@/lib/messages/translator'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderJson, renderText, serverText } from '@/lib/server-text'
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
  options: SinkOptions & { db?: Database; nowMs?: number; language?: PageLanguage } = {},
): Promise<ActivityExport> {
  const { db: given, nowMs = Date.now(), language: chosen = 'en', ...sinkOptions } = options
  // Programs read the lines of JSON: they are always in English.
  const language = format === 'csv' ? chosen : 'en'
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
  const write = { csv: createCsvLine, jsonl: createJsonLine }[format](zone, await readWords(language), language)
  const body = createTextStream(async (sink) => {
    if (format === 'csv') await sink.write(writeCsvHead(language))
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

async function readWords(language: PageLanguage) {
  const t = createTranslator({ locale: language, messages: await readMessages(language), namespace: 'activity' })
  return t
}

const heads = [
  serverText('files.heads.time'),
  serverText('files.heads.person'),
  serverText('files.heads.email'),
  serverText('files.heads.whatHappened'),
  serverText('files.heads.action'),
  serverText('files.heads.kind'),
  serverText('files.heads.object'),
  serverText('files.heads.objectId'),
  serverText('files.heads.outcome'),
  serverText('files.heads.note'),
  serverText('files.heads.ended'),
  serverText('files.heads.before'),
  serverText('files.heads.after'),
  serverText('files.heads.alsoAbout'),
  serverText('files.heads.changeId'),
  serverText('files.heads.requestId'),
  serverText('files.heads.address'),
  serverText('files.heads.entryId'),
  serverText('files.heads.parentEntryId'),
]
const lineEnd = '\r\n'
/** Byte order mark, by which Excel knows UTF-8, and the heads. */
const writeCsvHead = (language: PageLanguage) => writeHead(heads.map((head) => renderText(head, language)))

const writeJson = (value: unknown, language: PageLanguage) =>
  value === null || value === undefined ? null : renderJson(value, language)

/** An entry with what the reader may see, and every object that it concerns. */
type Exported = ActivityEntry & { related: readonly string[] }

function createCsvLine(zone: string, t: Translator<'activity'>, language: PageLanguage): (entry: Exported) => string {
  const time = createTimeWriter(zone)
  const render = (text: string | null) => (text === null ? null : renderText(text, language))
  return (entry) =>
    [
      time(entry.at),
      writeText(entry.actorName),
      writeText(entry.actorEmail),
      writeText(render(writeSentence(t, entry))),
      writeText(entry.action),
      writeText(entry.objectKind),
      writeText(render(entry.objectName)),
      writeText(entry.objectId),
      entry.outcome,
      writeText(render(entry.outcomeNote)),
      time(entry.finishedAt),
      writeText(writeJson(entry.before, language)),
      writeText(writeJson(entry.after, language)),
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
