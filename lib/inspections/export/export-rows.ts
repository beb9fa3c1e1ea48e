import { createTableWriter } from '@/lib/csv/table'
import type { SheetCell } from '@/lib/csv/xlsx'
import { fieldOf, type ColumnId } from '@/lib/inspections/columns'
import type { ShownColumn } from '@/lib/inspections/model'
import type { TableFormat } from '@/lib/csv/formats'
import type { PageLanguage } from '@/lib/messages/languages'
import { renderText, serverText } from '@/lib/server-text'

/** The values of the shown columns as the database returns them, by column id. */
export type ExportedRow = Readonly<Partial<Record<ColumnId, string | number | boolean | null>>>

const resultTexts: Readonly<Record<string, string>> = {
  failed: serverText('files.values.failed'),
  passed: serverText('files.values.passed'),
  'in-progress': serverText('files.values.inProgress'),
}

const reviewTexts: Readonly<Record<string, string>> = {
  reviewed: serverText('files.values.reviewed'),
  'follow-up': serverText('files.values.followUp'),
  unreviewed: serverText('files.values.unreviewed'),
}

/** "Reviewed, changed since". `value`: the state, with a `+` if the inspection has changed since. */
function describeReview(value: string, language: PageLanguage): string {
  const state = value.replace(/\+$/, '')
  const texts = [reviewTexts[state] ?? state, ...(value === state ? [] : [serverText('files.values.changedSince')])]
  return texts.map((text) => renderText(text, language)).join(', ')
}

const labelOf = (id: ColumnId, language: PageLanguage) => renderText(serverText(`files.columns.${id}`), language)

/** Reads the value of one column from a row. */
function createCellReader(id: ColumnId, language: PageLanguage): (row: ExportedRow) => SheetCell {
  const { kind } = fieldOf(id)
  return ({ [id]: value = null }) => {
    if (value === null || typeof value === 'number') return value
    if (typeof value === 'boolean')
      return renderText(value ? serverText('files.values.yes') : serverText('files.values.no'), language)
    if (kind === 'time') return { time: value }
    if (kind === 'review') return describeReview(value, language)
    return kind === 'result' ? renderText(resultTexts[value] ?? value, language) : value
  }
}

/**
 * Columns after the shown ones: the id of the inspection (unless it is shown) and the URL of its page under `origin`.
 */
function listLinkColumns(shown: readonly ShownColumn[], origin: string, language: PageLanguage) {
  return [
    ...(shown.some(({ id }) => id === 'id')
      ? []
      : [{ label: labelOf('id', language), read: createCellReader('id', language) }]),
    {
      label: renderText(serverText('files.heads.link'), language),
      read: ({ id }: ExportedRow): SheetCell =>
        typeof id === 'string' ? `${origin}/inspections/${encodeURIComponent(id)}` : null,
    },
  ]
}

export interface RowsWriter {
  head: string
  rows: (rows: readonly ExportedRow[]) => string
  /** The text after the last row. */
  tail: string
}

interface RowsFormat {
  zone: string
  /** Language of headings and values; English by default. */
  language?: PageLanguage | undefined
  format?: TableFormat
  linkOrigin?: string | null
}

/** Writes rows with these columns as CSV or as the XML of an Excel sheet. */
export function createRowsWriter(
  shown: readonly ShownColumn[],
  { zone, language = 'en', format = 'csv', linkOrigin = null }: RowsFormat,
): RowsWriter {
  const columns = [
    ...shown.map(({ id }) => ({ label: labelOf(id, language), read: createCellReader(id, language) })),
    ...(linkOrigin === null ? [] : listLinkColumns(shown, linkOrigin, language)),
  ]
  const table = createTableWriter(
    columns.map(({ label }) => label),
    { zone, format },
  )
  return {
    head: table.head,
    rows: (rows) => rows.map((row) => table.row(columns.map(({ read }) => read(row)))).join(''),
    tail: table.tail,
  }
}
