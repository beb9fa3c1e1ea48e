import { findColumn, type ColumnId, type ShownColumn } from '@/lib/inspections/model'

/** The columns of an inspection that a CSV may need, as the database gives them. */
export interface ExportedRow {
  audit_id: string
  modified_at: string
  title: string | null
  template_name: string | null
  site_name: string | null
  author_name: string | null
  document_no: string | null
  result: string | null
  score_percentage: number | null
  failed_count: number | null
  item_count: number | null
  media_count: number | null
  created_at: string | null
  date_started: string | null
  date_completed: string | null
  archived: boolean | null
  review: string
}

/**
 * What a spreadsheet may take for a formula: it begins with one of these, in any width, whatever white space or control
 * characters stand before. Apostrophes before count as well, so that the added one can be told from those that were there.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const formula = /^'*(?:[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|[\t\r\n])/u
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/** A text as one cell (RFC 4180). What could be a formula gets an apostrophe in front, which spreadsheets do not show. */
export function writeText(text: string | null): string {
  if (text === null || text === '') return ''
  const safe = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A number stays a number, negative ones too: it is no text of anybody's. */
function writeNumber(value: number | null): string {
  return value === null ? '' : String(value)
}

const slotMs = 15 * 60_000

/**
 * Writes instants with the offset that clocks in `zone` show: `2026-11-20T22:14:44.123+01:00`. Offsets change at quarters of
 * an hour, nearly always, so each quarter is looked up once: a million rows ask the calendar a few thousand times.
 */
export function createTimeWriter(zone: string): (instant: string | null) => string {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  })
  const offsetAt = (at: number): number => {
    const second = Math.floor(at / 1000) * 1000
    const parts: Record<string, string> = {}
    for (const { type, value } of formatter.formatToParts(second)) parts[type] = value
    const read = (name: string) => Number(parts[name])
    const year = parts['era']?.startsWith('B') === true ? 1 - read('year') : read('year')
    const clock = new Date(0)
    // Not Date.UTC: it takes the years 0 to 99 for those of the last century.
    clock.setUTCFullYear(year, read('month') - 1, read('day'))
    clock.setUTCHours(read('hour'), read('minute'), read('second'))
    return clock.getTime() - second
  }
  const slots = new Map<number, number | null>()
  const readOffset = (at: number): number => {
    const slot = Math.floor(at / slotMs)
    let offset = slots.get(slot)
    if (offset === undefined) {
      const first = offsetAt(slot * slotMs)
      offset = first === offsetAt((slot + 1) * slotMs - 1000) ? first : null
      // Within reach of every day since 1970 it stays small; inspections lie in a few years.
      if (slots.size > 100_000) slots.clear()
      slots.set(slot, offset)
    }
    return offset ?? offsetAt(at)
  }
  return (instant) => {
    if (instant === null) return ''
    const at = Date.parse(instant)
    // 'infinity' and the like: as the database wrote it.
    if (Number.isNaN(at)) return writeText(instant)
    const offset = readOffset(at)
    // A fraction may have more digits than a Date holds.
    const fraction = /\.\d+/.exec(instant)?.[0] ?? ''
    const local = new Date(Math.floor(at / 1000) * 1000 + offset).toISOString().replace(/\.000Z$/, '')
    return `${local}${fraction}${writeOffset(offset)}`
  }
}

const pad = (value: number) => String(value).padStart(2, '0')

function writeOffset(offsetMs: number): string {
  const seconds = Math.abs(offsetMs) / 1000
  const rest = seconds % 60
  return `${offsetMs < 0 ? '-' : '+'}${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}${rest === 0 ? '' : `:${pad(rest)}`}`
}

const resultWords: Readonly<Record<string, string>> = {
  failed: 'Failed',
  passed: 'Passed',
  'in-progress': 'In progress',
}

type CellWriter = (row: ExportedRow, time: (instant: string | null) => string) => string

const cells: Record<ColumnId, CellWriter> = {
  title: (row) => writeText(row.title),
  template: (row) => writeText(row.template_name),
  site: (row) => writeText(row.site_name),
  author: (row) => writeText(row.author_name),
  score: (row) => writeNumber(row.score_percentage),
  failed: (row) => writeNumber(row.failed_count),
  result: (row) => writeText(row.result === null ? null : (resultWords[row.result] ?? row.result)),
  media: (row) => writeNumber(row.media_count),
  items: (row) => writeNumber(row.item_count),
  documentNo: (row) => writeText(row.document_no),
  started: (row, time) => time(row.date_started),
  completed: (row, time) => time(row.date_completed),
  created: (row, time) => time(row.created_at),
  modified: (row, time) => time(row.modified_at),
  archived: (row) => (row.archived === null ? '' : row.archived ? 'yes' : 'no'),
  review: (row) => writeText(row.review),
  id: (row) => writeText(row.audit_id),
}

const reviewColumn = `case review_state when 'reviewed' then 'Reviewed' when 'follow-up' then 'Follow-up' else 'Unreviewed' end
  || case when review_version < modified_at then ', changed since' else '' end as review`

/** SQL behind the columns of the list: each gives the column of `ExportedRow` that its cell reads. */
export const exportedColumns: Record<ColumnId, string> = {
  title: 'title',
  template: 'template_name',
  site: 'site_name',
  author: 'author_name',
  score: 'score_percentage',
  failed: 'failed_count',
  result: 'result',
  media: 'media_count',
  items: 'item_count',
  documentNo: 'document_no',
  started: 'date_started',
  completed: 'date_completed',
  created: 'created_at',
  modified: 'modified_at',
  archived: 'archived',
  review: reviewColumn,
  id: 'audit_id',
}

export interface CsvWriter {
  /** Byte order mark, by which Excel knows UTF-8, and the heads. */
  head: string
  rows: (rows: readonly ExportedRow[]) => string
}

const lineEnd = '\r\n'

/** Writes rows as CSV with these columns in this order, times as clocks in `zone` show them. */
export function createCsvWriter(shown: readonly ShownColumn[], zone: string): CsvWriter {
  const time = createTimeWriter(zone)
  const writers = shown.map(({ id }) => cells[id])
  return {
    head: `\uFEFF${shown.map(({ id }) => writeText(findColumn(id)?.label ?? id)).join(',')}${lineEnd}`,
    rows: (rows) => {
      let text = ''
      for (const row of rows) {
        text += writers.map((write) => write(row, time)).join(',') + lineEnd
      }
      return text
    },
  }
}
