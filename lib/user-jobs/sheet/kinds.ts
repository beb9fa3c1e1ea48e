import type { Problem } from './types'

/** What a file is by its first bytes, so that another kind gets a clear word before anything reads it as a table. */

/** Larger files are not read. */
export const fileBytesMax = 30_000_000
export const columnsMax = 1_000
/** Cells of a table, rows times columns: what a browser's memory and a job can bear. */
export const cellsMax = 3_000_000

/** Replaces a cell of a workbook that could not be read, so that the others can. */
export const unreadableCell = '#UNREADABLE!'

const problem = (code: Problem['code'], message: string): Problem => ({ code, message })
const count = (value: number) => value.toLocaleString('en')

/** Problems in the words a person reads. */
export const problems = {
  empty: () => problem('empty', 'The file is empty. Choose one with a head line and a line for each user.'),
  emptyPaste: () =>
    problem('empty', 'Nothing was pasted. Copy the rows with their head line in the spreadsheet first.'),
  noRows: (heads: number) =>
    problem(
      'no-rows',
      `There is only a head line with ${count(heads)} ${heads === 1 ? 'column' : 'columns'}. Add a line for each user.`,
    ),
  tooLarge: (bytes: number) =>
    problem(
      'too-large',
      `The file has ${count(Math.ceil(bytes / 1_000_000))} MB; up to ${count(fileBytesMax / 1_000_000)} MB are read. Split it, or save only the columns about users.`,
    ),
  tooManyCells: (rows: number, columns: number) =>
    problem(
      'too-large',
      `The sheet has ${count(rows)} rows and ${count(columns)} columns: more than can be edited here. Save only the rows and columns about users.`,
    ),
  tooManyColumns: (columns: number) =>
    problem(
      'too-many-columns',
      `There are ${count(columns)} columns; up to ${count(columnsMax)} are read. Save only the columns about users, or check the delimiter.`,
    ),
  tooLargeInside: () =>
    problem('too-large', 'Unpacked, the workbook is too large to be read here. Save the sheet with the users as CSV.'),
  oldExcel: () =>
    problem(
      'old-excel',
      'This is a workbook of the old kind (.xls). Open it in the spreadsheet and save it as .xlsx or CSV.',
    ),
  binaryExcel: () =>
    problem('old-excel', 'This is a binary workbook (.xlsb). Open it in the spreadsheet and save it as .xlsx or CSV.'),
  protected: () =>
    problem('protected', 'The workbook is protected by a password. Save it without one, or save the sheet as CSV.'),
  broken: () => problem('broken', 'The workbook is damaged or was cut off. Save it again, or save the sheet as CSV.'),
  noSheet: () => problem('no-sheet', 'The workbook has no sheet with cells. Choose another file.'),
  unreadable: () => problem('broken', 'The file cannot be read: it was moved or changed since. Choose it again.'),
  stopped: () => problem('stopped', 'Reading was stopped. Nothing was changed.'),
  notATable: (what: string) =>
    problem('not-a-table', `${what}. Choose a CSV, TSV or XLSX file with a line for each user.`),
} as const

export type SniffedKind = 'zip' | 'text' | Problem

const starts = (bytes: Uint8Array, ...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)

const encryptedPackage = Array.from('EncryptedPackage', (letter) => [letter.charCodeAt(0), 0]).flat()

function findBytes(bytes: Uint8Array, wanted: readonly number[]): boolean {
  const [first = 0] = wanted
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true
  return false
}

/** A workbook, a text, or why it is neither. */
export function sniffBytes(bytes: Uint8Array): SniffedKind {
  if (bytes.length === 0) return problems.empty()
  if (starts(bytes, 0x50, 0x4b, 0x03, 0x04) || starts(bytes, 0x50, 0x4b, 0x05, 0x06)) return 'zip'
  if (starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return findBytes(bytes, encryptedPackage) ? problems.protected() : problems.oldExcel()
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46)) return problems.notATable('This is a PDF')
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return problems.notATable('This is a picture (PNG)')
  if (starts(bytes, 0xff, 0xd8, 0xff)) return problems.notATable('This is a picture (JPEG)')
  if (starts(bytes, 0x47, 0x49, 0x46, 0x38)) return problems.notATable('This is a picture (GIF)')
  if (starts(bytes, 0x1f, 0x8b)) return problems.notATable('This is a compressed file (gzip): unpack it first')
  if (starts(bytes, 0x7b, 0x5c, 0x72, 0x74, 0x66)) return problems.notATable('This is a text document (RTF)')
  return 'text'
}

const markup = /^\s*<(?:!doctype|html|head|body|table|\?xml|svg|!--)/iu

/** Why a decoded text is no table, or null. Files that programs write can mostly be told by their first characters. */
export function sniffText(text: string): Problem | null {
  const start = text.slice(0, 4_096)
  if (start.trim() === '' && text.trim() === '') return problems.empty()
  if (markup.test(start)) return problems.notATable('This is a web page or XML, not a table of text')
  if (/^\s*[[{]\s*(?:"|\{|\[|\})/u.test(start)) return problems.notATable('This is JSON, not a table of text')
  const odd = start.match(oddCharacters)?.length ?? 0
  return odd > 8 && odd > start.length / 20 ? problems.notATable('This is not a text file') : null
}

/** Control characters, except tabs and line breaks. A few are removed; many mean that it is another kind of file. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const oddCharacters = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/gu
