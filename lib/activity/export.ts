import 'server-only'
import type * as z from 'zod'
import type { Actor } from '@/lib/access/actor'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { createTimeWriter } from '@/lib/csv/csv'
import { createTextStream, type SinkOptions } from '@/lib/csv/stream'
import { type TableFormat, tableTypes } from '@/lib/csv/formats'
import { createTableWriter } from '@/lib/csv/table'
import { createWorkbook, type SheetCell } from '@/lib/csv/xlsx'
import { readShownColumns } from '@/lib/table/shown-columns'
import { activityColumns, type ActivityColumnId } from './columns'
import { readEntries, toEntry, withBulks, type EntryRow } from './data'
import { conditionOf, countEntries } from './filter'
import { recordActivity } from './journal'
import { nameAction, nameObjectKind, nameOutcome } from './model'
import { createTranslator } from 'next-intl'
import { readMessages } from '@/lib/messages/catalog'
import type { Translator } from '@/lib/messages/translator'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderJson, renderText, serverText } from '@/lib/server-text'
import { writeSentence } from './sentence-model'
import type { ActivityCount, ActivityEntry, ActivityFormat, activityExportQuery } from './schema'

/** An entry may contain two versions of a whole group and ten thousand ids, so small batches keep memory use low. */
const pageRows = 50

interface ExportedRow extends EntryRow {
  related: string[] | null
}

export interface ActivityExport {
  name: string
  type: string
  /** The number of entries in the file. */
  total: ActivityCount
  body: ReadableStream<Uint8Array>
}

const types: Record<ActivityFormat, string> = {
  ...tableTypes,
  jsonl: 'application/x-ndjson; charset=utf-8',
}

/**
 * Streams all matching entries that existed when the export was requested, in constant memory. The export itself is
 * logged too.
 * @throws AppError invalid, naming the field; unavailable
 */
export async function exportActivity(
  actor: Actor,
  { format, columns: shown, ...asked }: z.output<typeof activityExportQuery>,
  options: SinkOptions & { db?: Database; nowMs?: number; language?: PageLanguage } = {},
): Promise<ActivityExport> {
  const { db: given, nowMs = Date.now(), language: chosen = 'en', ...sinkOptions } = options
  // Programs read JSON Lines, so these files are always in English.
  const language = format === 'jsonl' ? 'en' : chosen
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
  const words = await readWords(language)
  const file = format === 'jsonl' ? createLines(zone, words) : createTable(shown, { zone, format }, words, language)
  const body = createTextStream(async (sink) => {
    if (file.head !== '') await sink.write(file.head)
    for (let after: readonly [string, string] | null = null; ;) {
      sink.signal.throwIfAborted()
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      const page: ExportedRow[] = await readEntries<ExportedRow>(db, condition, {
        after,
        limit: pageRows,
        order: asked.sort ?? 'newest',
        more: ', related',
      })
      const related = new Map(page.map((row) => [row.activity_id, row.related ?? []]))
      // oxlint-disable-next-line no-await-in-loop -- as above
      const entries = await withBulks(
        db,
        page.map((row) => toEntry(row, actor)),
      )
      const lines = entries.map((entry) => file.row({ ...entry, related: related.get(entry.activityId) ?? [] }))
      if (lines.length > 0) await sink.write(lines.join(''))
      const last = page.at(-1)
      if (last === undefined || page.length < pageRows) break
      after = [last.at, last.activity_id]
    }
    if (file.tail !== '') await sink.write(file.tail)
  }, sinkOptions)
  const day = createTimeWriter(zone)(new Date(nowMs).toISOString()).slice(0, 10)
  return {
    name: `activity-${day}.${format}`,
    type: types[format],
    total,
    body: format === 'xlsx' ? createWorkbook(body) : body,
  }
}

async function readWords(language: PageLanguage) {
  const t = createTranslator({ locale: language, messages: await readMessages(language), namespace: 'activity' })
  return t
}

const writeJson = (value: unknown, language: PageLanguage) =>
  value === null || value === undefined ? null : renderJson(value, language)

/** The visible part of an entry, with every object that it concerns. */
type Exported = ActivityEntry & { related: readonly string[] }

/** Writes entries as a file of one format. */
interface EntryFile {
  head: string
  row: (entry: Exported) => string
  tail: string
}

type Cell = (entry: Exported, t: Translator<'activity'>, language: PageLanguage) => SheetCell
const toTime = (instant: string | null): SheetCell => (instant === null ? null : { time: instant })
const render = (text: string | null, language: PageLanguage) => (text === null ? null : renderText(text, language))

/**
 * All columns of files, with the words of the list. A file has all of them, or those that the list shows. The code of an
 * action is for programs, and is the same in every language.
 */
const columns: Readonly<Record<ActivityColumnId | FileColumnId, readonly [head: string, cell: Cell]>> = {
  at: [serverText('files.heads.time'), ({ at }) => toTime(at)],
  person: [serverText('files.heads.person'), ({ actorName }, _, language) => render(actorName, language)],
  email: [serverText('files.heads.email'), ({ actorEmail }) => actorEmail],
  entry: [serverText('files.heads.whatHappened'), (entry, t, language) => render(writeSentence(t, entry), language)],
  action: [serverText('files.heads.action'), ({ action }, t) => nameAction(t, action)],
  kind: [serverText('files.heads.kind'), ({ objectKind }, t) => nameObjectKind(t, objectKind)],
  object: [serverText('files.heads.object'), ({ objectName }, _, language) => render(objectName, language)],
  objectId: [serverText('files.heads.objectId'), ({ objectId }) => objectId],
  outcome: [serverText('files.heads.outcome'), (entry, t) => t(`outcomes.${nameOutcome(entry)}`)],
  note: [serverText('files.heads.note'), ({ outcomeNote }, _, language) => render(outcomeNote, language)],
  ended: [serverText('files.heads.ended'), ({ finishedAt }) => toTime(finishedAt)],
  before: [serverText('files.heads.before'), ({ before }, _, language) => writeJson(before, language)],
  after: [serverText('files.heads.after'), ({ after }, _, language) => writeJson(after, language)],
  related: [serverText('files.heads.alsoAbout'), ({ related }) => (related.length === 0 ? null : related.join(' '))],
  change: [serverText('files.heads.changeId'), ({ changeId }) => changeId],
  request: [serverText('files.heads.requestId'), ({ requestId }) => requestId],
  address: [serverText('files.heads.address'), ({ address }) => address],
  id: [serverText('files.heads.entryId'), ({ activityId }) => activityId],
  parent: [serverText('files.heads.parentEntryId'), ({ parentId }) => parentId ?? null],
  code: [serverText('files.heads.actionCode'), ({ action }) => action],
}
type FileColumnId = 'before' | 'after' | 'related' | 'change' | 'parent' | 'code'

/** A table with the columns that the list shows (`shown`, from its address), or with all columns. */
function createTable(
  shown: string | undefined,
  look: { zone: string; format: TableFormat },
  t: Translator<'activity'>,
  language: PageLanguage,
): EntryFile {
  const chosen =
    shown === undefined ? Object.values(columns) : readShownColumns(activityColumns, shown).map(({ id }) => columns[id])
  const table = createTableWriter(
    chosen.map(([head]) => renderText(head, language)),
    look,
  )
  return { ...table, row: (entry) => table.row(chosen.map(([, cell]) => cell(entry, t, language))) }
}

function createLines(zone: string, t: Translator<'activity'>): EntryFile {
  return { head: '', row: createJsonLine(zone, t), tail: '' }
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
