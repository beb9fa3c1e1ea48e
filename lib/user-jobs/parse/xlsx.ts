import { InvalidSpreadsheetError, readSheet } from 'read-excel-file/universal'
import { cellsMax, columnsMax, problems, unreadableCell } from '@/lib/user-jobs/sheet/kinds'
import { repairCells } from './xlsx-repair'
import { listZip, storeZip, unpackEntry, ZipError, type Budget, type ZipEntry } from './zip'
import { attribute } from './xml'
import type { Problem } from '@/lib/user-jobs/sheet/types'

/**
 * A sheet of a workbook as rows of text, as people see them. The archive is unpacked here, within a budget. The reader
 * gets only the parts of this one sheet, without content that would make it fill memory with empty cells.
 */

export interface ReadWorkbook {
  records: string[][]
  sheet: string
  sheets: readonly string[]
  /** Cells with a spreadsheet error, and cells that could not be read. Both say so in their text. */
  errorCells: number
}

const unpackedBytesMax = 160_000_000
const wholeRow = 1_048_576

/** Reads the sheet with this name, or the first that is not hidden. Never throws: it returns a problem. */
export async function readWorkbook(bytes: Uint8Array, asked?: string): Promise<ReadWorkbook | Problem> {
  try {
    return await read(bytes, asked)
  } catch (error) {
    if (error instanceof ZipError && error.why === 'budget') return problems.tooLargeInside()
    if (error instanceof ZipError && error.why === 'encrypted') return problems.protected()
    return problems.broken()
  }
}

async function read(bytes: Uint8Array, asked: string | undefined): Promise<ReadWorkbook | Problem> {
  const entries = new Map(listZip(bytes).map((entry) => [entry.name, entry]))
  const other = explainOtherFile(entries)
  if (other !== null) return other
  const budget: Budget = { bytes: unpackedBytesMax }
  const text = async (name: string) => {
    const entry = entries.get(name)
    return entry === undefined ? null : new TextDecoder().decode(await unpackEntry(bytes, entry, budget))
  }
  const workbook = await text('xl/workbook.xml')
  const relations = await text('xl/_rels/workbook.xml.rels')
  if (workbook === null || relations === null) return problems.broken()

  const sheets = listSheets(workbook)
  const chosen = sheets.find(({ name }) => name === asked) ?? sheets.find(({ isHidden }) => !isHidden) ?? sheets[0]
  if (chosen === undefined) return problems.noSheet()
  const sheetPath = findTarget(relations, (id) => id === chosen.relationId)
  const xml = sheetPath === null ? null : await text(sheetPath)
  if (sheetPath === null || xml === null) return problems.noSheet()

  const styles = await text('xl/styles.xml')
  const cleaned = cleanSheet(xml, styles === null ? new Map() : readPaddings(styles))
  const { rows, columns, cells } = measureSheet(cleaned)
  if (columns > columnsMax) return problems.tooManyColumns(columns)
  if (rows > wholeRow || rows * columns > cellsMax) return problems.tooManyCells(rows, columns)
  const names = sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name)
  const facts = { sheet: chosen.name, sheets: names.includes(chosen.name) ? names : [chosen.name, ...names] }
  if (cells === 0) return { records: [], ...facts, errorCells: 0 }

  const strings: { name: string; bytes: Uint8Array }[] = []
  for (const [name, entry] of entries)
    if (/\/sharedStrings\.xml$/iu.test(name)) strings.push({ name, bytes: await unpackEntry(bytes, entry, budget) })
  const readCells = (sheetXml: string) => {
    const encoder = new TextEncoder()
    const parts = [
      { name: 'xl/workbook.xml', bytes: encoder.encode(workbook) },
      { name: 'xl/_rels/workbook.xml.rels', bytes: encoder.encode(relations) },
      { name: sheetPath, bytes: encoder.encode(sheetXml) },
      ...strings,
    ]
    if (styles !== null) parts.push({ name: 'xl/styles.xml', bytes: encoder.encode(styles) })
    return readSheet(storeZip(parts).buffer, chosen.name, { trim: false, parseNumber: writeNumber })
  }
  const data = await readCells(cleaned).catch((error: unknown) => {
    if (!(error instanceof InvalidSpreadsheetError)) throw error
    // The reader stops at the first cell that it cannot read. All such cells are marked, and it reads the others.
    return readCells(repairCells(cleaned, { strings: strings[0]?.bytes ?? null, styles }))
  })
  const records = data.map((cellsOfRow) => cellsOfRow.map((value) => writeCell(value)))
  return { records, ...facts, errorCells: countErrors(xml, records) }
}

function countErrors(xml: string, records: readonly string[][]): number {
  const unreadable = records.reduce((sum, cells) => sum + cells.filter((cell) => cell === unreadableCell).length, 0)
  return unreadable + (xml.match(/<(?:\w+:)?c\b[^>]*\bt="e"/gu)?.length ?? 0)
}

/** What kind of file an archive without an XLSX workbook is; null for a workbook. */
function explainOtherFile(entries: ReadonlyMap<string, ZipEntry>): Problem | null {
  if (entries.has('xl/workbook.xml')) return null
  const has = (start: string) => [...entries.keys()].some((name) => name.startsWith(start))
  if (entries.has('xl/workbook.bin')) return problems.binaryExcel()
  if (has('word/')) return problems.notATable('word')
  if (has('ppt/')) return problems.notATable('slides')
  if (entries.has('content.xml')) return problems.notATable('openDocument')
  if (has('Index/') || has('index.apxl')) return problems.notATable('numbers')
  return problems.notATable('zip')
}

function listSheets(workbook: string) {
  const tags = workbook.match(/<(?:\w+:)?sheet\s[^>]*>/gu) ?? []
  return tags.map((tag) => ({
    name: attribute(tag, 'name') ?? '',
    relationId: attribute(tag, 'id') ?? '',
    isHidden: ['hidden', 'veryHidden'].includes(attribute(tag, 'state') ?? ''),
  }))
}

function findTarget(relations: string, isWanted: (id: string) => boolean): string | null {
  for (const tag of relations.match(/<(?:\w+:)?Relationship\s[^>]*>/gu) ?? [])
    if (isWanted(attribute(tag, 'Id') ?? '')) {
      const target = attribute(tag, 'Target') ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target}`
    }
  return null
}

/** Formats with leading zeros, as used for employee ids: index of the style -> digits. */
function readPaddings(styles: string): Map<string, number> {
  const formats = new Map<string, number>()
  for (const tag of styles.match(/<(?:\w+:)?numFmt\s[^>]*>/gu) ?? []) {
    const code = attribute(tag, 'formatCode') ?? ''
    const id = attribute(tag, 'numFmtId')
    if (id !== null && /^0{2,30}$/u.test(code)) formats.set(id, code.length)
  }
  const paddings = new Map<string, number>()
  const cellStyles = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/u.exec(styles)?.[0] ?? ''
  for (const [index, tag] of (cellStyles.match(/<(?:\w+:)?xf\b[^>]*>/gu) ?? []).entries()) {
    const digits = formats.get(attribute(tag, 'numFmtId') ?? '')
    if (digits !== undefined) paddings.set(String(index), digits)
  }
  return paddings
}

/**
 * The sheet without empty cells and rows, because a column may be colored to its millionth row. Padded numbers and
 * errors become text.
 */
function cleanSheet(xml: string, paddings: ReadonlyMap<string, number>): string {
  const kept = xml
    .replaceAll(/<(?:\w+:)?c\b[^>]*\/>/gu, '')
    .replaceAll(/<((?:\w+:)?c)\b[^>]*><\/\1>/gu, '')
    .replaceAll(/<(?:\w+:)?row\b[^>]*\/>/gu, '')
    .replaceAll(/<((?:\w+:)?row)\b[^>]*>\s*<\/\1>/gu, '')
    // The reader treats errors as empty cells. As text they are visible and get a validation error.
    .replaceAll(/(<(?:\w+:)?c\b[^>]*\bt=")e"/gu, '$1str"')
  if (paddings.size === 0) return kept
  return kept.replaceAll(
    /<((?:\w+:)?c)\b([^>]*)>(<((?:\w+:)?v)>)(\d{1,15})(<\/\4>)/gu,
    (whole, c: string, attributes: string, open: string, _v, digits: string, close: string) => {
      const width = paddings.get(attribute(attributes, 's') ?? '')
      if (width === undefined || attribute(attributes, 't') !== null) return whole
      return `<${c}${attributes} t="str">${open}${digits.padStart(width, '0')}${close}`
    },
  )
}

/** The extent of the sheet, before the reader fills the gaps with empty cells. */
function measureSheet(xml: string): { rows: number; columns: number; cells: number } {
  let rows = 0
  let columns = 0
  let cells = 0
  for (const [, letters = '', digits = ''] of xml.matchAll(/<(?:\w+:)?c\b[^>]*?\br\s*=\s*["']([A-Z]+)(\d+)["']/giu)) {
    cells += 1
    rows = Math.max(rows, Number(digits))
    let column = 0
    for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
    columns = Math.max(columns, column)
  }
  for (const [, digits = ''] of xml.matchAll(/<(?:\w+:)?row\b[^>]*?\br\s*=\s*["'](\d+)["']/giu))
    rows = Math.max(rows, Number(digits))
  return { rows, columns, cells }
}

/** A number with the 15 digits that spreadsheets keep, without an exponent. */
function writeNumber(text: string): string {
  if (/^-?\d{1,15}$/u.test(text)) return text
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  const rounded = Number(value.toPrecision(15))
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded)
}

function writeCell(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return writeDate(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** 2026-11-21, with the time if there is one. A time alone is a day of the year 1899 or 1900. */
function writeDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split(/T|\.|Z/u)
  const shown = time.endsWith(':00') ? time.slice(0, 5) : time
  if (date.getTime() < Date.UTC(1900, 0, 1)) return shown
  return time === '00:00:00' ? day : `${day} ${shown}`
}
