import type { Problem } from './types'

/**
 * Detects the kind of a file by its first bytes, so that other kinds are refused with a clear reason before they are
 * read as a table.
 */

/** Larger files are not read. */
export const fileBytesMax = 30_000_000
export const columnsMax = 1_000
/** The most cells of a table, rows times columns, that a browser's memory and a job can handle. */
export const cellsMax = 3_000_000

/** Replaces a cell of a workbook that cannot be read, so that the other cells can be read. */
export const unreadableCell = '#UNREADABLE!'

const problem = (code: Problem['code'], key: Problem['key'], values?: Problem['values']): Problem => ({
  code,
  key,
  ...(values === undefined ? {} : { values }),
})

/** Why a file cannot be read. */
export const problems = {
  empty: () => problem('empty', 'empty'),
  emptyPaste: () => problem('empty', 'emptyPaste'),
  noRows: (heads: number) => problem('no-rows', 'noRows', { count: heads }),
  tooLarge: (bytes: number) =>
    problem('too-large', 'tooLarge', { size: Math.ceil(bytes / 1_000_000), max: fileBytesMax / 1_000_000 }),
  tooManyCells: (rows: number, columns: number) => problem('too-large', 'tooManyCells', { rows, columns }),
  tooManyColumns: (columns: number) =>
    problem('too-many-columns', 'tooManyColumns', { count: columns, max: columnsMax }),
  tooLargeInside: () => problem('too-large', 'tooLargeInside'),
  oldExcel: () => problem('old-excel', 'oldExcel'),
  binaryExcel: () => problem('old-excel', 'binaryExcel'),
  protected: () => problem('protected', 'protected'),
  broken: () => problem('broken', 'broken'),
  noSheet: () => problem('no-sheet', 'noSheet'),
  unreadable: () => problem('broken', 'unreadable'),
  stopped: () => problem('stopped', 'stopped'),
  manyFiles: (count: number) => problem('not-a-table', 'manyFiles', { count }),
  /** `key` names the kind of file that it is instead. */
  notATable: (key: Problem['key'] = 'notATable') => problem('not-a-table', key),
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
  if (starts(bytes, 0x25, 0x50, 0x44, 0x46)) return problems.notATable('pdf')
  if (starts(bytes, 0x89, 0x50, 0x4e, 0x47)) return problems.notATable('png')
  if (starts(bytes, 0xff, 0xd8, 0xff)) return problems.notATable('jpeg')
  if (starts(bytes, 0x47, 0x49, 0x46, 0x38)) return problems.notATable('gif')
  if (starts(bytes, 0x1f, 0x8b)) return problems.notATable('gzip')
  if (starts(bytes, 0x7b, 0x5c, 0x72, 0x74, 0x66)) return problems.notATable('rtf')
  return 'text'
}

const markup = /^\s*<(?:!doctype|html|head|body|table|\?xml|svg|!--)/iu

/** Why a decoded text is not a table, or null. The first characters tell most kinds of files apart. */
export function sniffText(text: string): Problem | null {
  const start = text.slice(0, 4_096)
  if (start.trim() === '' && text.trim() === '') return problems.empty()
  if (markup.test(start)) return problems.notATable('markup')
  if (/^\s*[[{]\s*(?:"|\{|\[|\})/u.test(start)) return problems.notATable('json')
  const odd = start.match(oddCharacters)?.length ?? 0
  return odd > 8 && odd > start.length / 20 ? problems.notATable('binary') : null
}

/** Control characters, except tabs and line breaks. A few are removed; many mean that it is another kind of file. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const oddCharacters = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\ufffd]/gu
