import Papa from 'papaparse'
import { reasonsHead } from '@/lib/user-jobs/sheet/columns'
import { fields, foldText } from '@/lib/user-jobs/sheet/fields'
import { delimiters } from '@/lib/user-jobs/sheet/types'

/** Files for people: safe to open in a spreadsheet, and unchanged when imported again. */

/**
 * A text that a spreadsheet may take for a formula gets an apostrophe in front. If the text has one already, it counts
 * as part of the text, so that exactly the added one is removed when the file is imported again.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const formula = /^'*(?:[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|[\t\r\n])/u

// Blanks alone are no formula, and an apostrophe would turn a blank row into one with text.
const isDangerous = (text: string) => formula.test(text) && text.trim() !== ''

/** The text in a form that is safe in a file for spreadsheets. */
export function guardFormula(text: string): string {
  return isDangerous(text) ? `'${text}` : text
}

/** The text as it was before `guardFormula`. */
export function unguardFormula(text: string): string {
  if (!text.startsWith("'")) return text
  const plain = text.slice(1)
  return isDangerous(plain) ? plain : text
}

/** Without a byte order mark, spreadsheets assume the encoding of their country. */
const byteOrderMark = '\uFEFF'

/** Any delimiter in a cell puts it in quotes, so that only the comma can be detected as the delimiter. */
const needsQuotes = (value: string) =>
  value === '' ? false : delimiters.some((delimiter) => value.includes(delimiter)) || /["\r\n]|^\s|\s$/u.test(value)

/** A table as CSV: UTF-8 with a byte order mark, commas, quotes where needed, and nothing that could be a formula. */
export function writeCsv(header: readonly string[], rows: Iterable<readonly string[]>): string {
  const records = [header, ...rows].map((cells) => cells.map((cell) => guardFormula(cell)))
  return `${byteOrderMark}${Papa.unparse(records, { newline: '\r\n', quotes: (value: unknown) => typeof value === 'string' && needsQuotes(value) })}\r\n`
}

/** An empty file with the headers of all fields, optionally with one example row. */
export function writeTemplate(isWithExample = false): string {
  const example = fields.map(({ key }) => examples[key])
  return writeCsv(
    fields.map(({ head }) => head),
    isWithExample ? [example] : [],
  )
}

const examples: Readonly<Record<(typeof fields)[number]['key'], string>> = {
  email: 'sam.lee@example.com',
  userId: '',
  firstName: 'Sam',
  lastName: 'Lee',
  password: '',
  seatType: 'Full',
  timezone: 'Europe/London',
  status: 'Active',
  language: 'English (UK)',
  permissionSet: 'Standard user',
  groupsAdd: 'Night shift; First aiders',
  groupsRemove: '',
  sitesAdd: 'Leeds',
  sitesRemove: 'all',
}

export interface FailedRow {
  cells: readonly string[]
  reasons: readonly string[]
}

/**
 * Failed rows with their own columns and order, plus a last column with the reasons, which is recognized and ignored
 * when the file is imported again.
 */
export function writeFailedRows(header: readonly string[], rows: Iterable<FailedRow>): string {
  // A file that was imported and failed again already has the column.
  const old = header.findIndex((head) => foldText(head) === foldText(reasonsHead))
  const without = (cells: readonly string[]) => (old === -1 ? cells : cells.filter((_, column) => column !== old))
  function* complete() {
    for (const { cells, reasons } of rows) {
      const own = without(header.map((_, column) => cells[column] ?? ''))
      yield [...own, reasons.join('\n')]
    }
  }
  return writeCsv([...without(header), reasonsHead], complete())
}
