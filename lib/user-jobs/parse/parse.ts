import { isLikelySecret } from '@/lib/user-jobs/sheet/columns'
import { unguardFormula } from './files'
import { cellsMax, columnsMax, fileBytesMax, problems, sniffBytes, sniffText } from '@/lib/user-jobs/sheet/kinds'
import { decodeText, guessDelimiter, readRecords } from './text'
import { usersMax } from '@/lib/user-jobs/values-model'
import { cellCharsMax } from '@/lib/user-jobs/sheet/sheet-rows'
import type { Delimiter, Encoding, ParseNotes, Problem, Table } from '@/lib/user-jobs/sheet/types'

/**
 * Reads files or pasted text as a table. Runs in the worker. Whatever the bytes are, the result is a table or a
 * problem.
 */

export type ReadSource = { bytes: ArrayBuffer | Uint8Array } | { text: string }

/** Overrides of what was detected. */
export interface ReadChoices {
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string
}

export type ReadResult = { table: Table; problem: null } | { table: null; problem: Problem }

/** Reads a table. Never throws: what cannot be read is reported as a problem. */
export async function readTable(source: ReadSource, choices: ReadChoices = {}): Promise<ReadResult> {
  try {
    const read = 'text' in source ? readPasted(source.text, choices) : await readBytes(source.bytes, choices)
    return 'code' in read ? { table: null, problem: read } : { table: read, problem: null }
  } catch (error) {
    // Mostly text that is too large for one string of the engine.
    const problem = error instanceof RangeError ? problems.tooLargeInside() : problems.notATable()
    return { table: null, problem }
  }
}

function readPasted(text: string, { delimiter }: ReadChoices): Table | Problem {
  if (text.length > fileBytesMax) return problems.tooLarge(text.length)
  if (text.trim() === '') return problems.emptyPaste()
  return readText(text, delimiter, { encoding: null, hasByteOrderMark: false })
}

async function readBytes(given: ArrayBuffer | Uint8Array, choices: ReadChoices): Promise<Table | Problem> {
  const bytes = given instanceof Uint8Array ? given : new Uint8Array(given)
  if (bytes.length > fileBytesMax) return problems.tooLarge(bytes.length)
  const kind = sniffBytes(bytes)
  if (typeof kind !== 'string') return kind
  if (kind === 'text') {
    const { text, encoding, hasByteOrderMark } = decodeText(bytes, choices.encoding)
    return sniffText(text) ?? readText(text, choices.delimiter, { encoding, hasByteOrderMark })
  }
  // Loaded on demand, because most files are text.
  const { readWorkbook } = await import('./xlsx')
  const workbook = await readWorkbook(bytes, choices.sheet)
  if ('code' in workbook) return workbook
  const { records, sheet, sheets, errorCells } = workbook
  return shapeTable(records, { ...noNotes, kind: 'xlsx', sheet, sheets, errorCells })
}

function readText(
  text: string,
  asked: Delimiter | undefined,
  facts: Pick<ParseNotes, 'encoding' | 'hasByteOrderMark'>,
): Table | Problem {
  // Spreadsheets write this first line to name the delimiter.
  const told = /^sep=([,;\t|])\r?\n/iu.exec(text)
  const body = told === null ? text : text.slice(told[0].length)
  const delimiter = asked ?? (told?.[1] as Delimiter | undefined) ?? guessDelimiter(body.replaceAll(/\r\n?/gu, '\n'))
  const { records, hasLooseQuotes } = readRecords(body, delimiter)
  return shapeTable(records, { ...noNotes, ...facts, delimiter, hasLooseQuotes })
}

const noNotes: ParseNotes = {
  kind: 'text',
  encoding: null,
  hasByteOrderMark: false,
  delimiter: null,
  sheet: null,
  sheets: [],
  blankRows: 0,
  raggedRows: { count: 0, firstLines: [] },
  duplicateHeads: [],
  unnamedColumns: [],
  rowsOverLimit: 0,
  cleanedCells: 0,
  cutCells: 0,
  unguardedCells: 0,
  hasLooseQuotes: false,
  errorCells: 0,
}

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')
const headCharsMax = 1_000
const toldLinesMax = 5

/**
 * Turns records into a table: one width, a header for each column, without blank rows and characters that cannot be
 * stored.
 */
function shapeTable(records: string[][], notes: ParseNotes): Table | Problem {
  const headAt = records.findIndex((cells) => !isBlank(cells))
  const head = records[headAt]
  if (head === undefined) return problems.empty()
  const bodies: string[][] = []
  const lines: number[] = []
  let width = lastFilled(head)
  const headWidth = width
  for (let index = headAt + 1; index < records.length; index += 1) {
    const cells = records[index] ?? []
    if (isBlank(cells)) continue
    bodies.push(cells)
    lines.push(index - headAt)
    if (cells.length > width) width = Math.max(width, lastFilled(cells))
  }
  if (width > columnsMax) return problems.tooManyColumns(width)
  if (bodies.length === 0) return problems.noRows(headWidth)
  if (width * bodies.length > cellsMax) return problems.tooManyCells(bodies.length, width)

  const header = Array.from({ length: width }, (_, column) => nameColumn(head[column] ?? '', column))
  const secret = header.map(isLikelySecret)
  const counts = { ragged: 0, cleaned: 0, cut: 0, unguarded: 0 }
  const firstLines: number[] = []
  const rows = bodies.map((cells, index) => {
    if (lastFilled(cells) > headWidth || cells.length < headWidth) {
      counts.ragged += 1
      if (firstLines.length < toldLinesMax) firstLines.push(lines[index] ?? 0)
    }
    const row: string[] = []
    for (let column = 0; column < width; column += 1) {
      let cell = cells[column] ?? ''
      if (cell.includes('\0') || !cell.isWellFormed()) {
        cell = cell.replaceAll('\0', '').toWellFormed()
        counts.cleaned += 1
      }
      // A password that begins like this is a real password.
      if (cell.startsWith("'") && secret[column] !== true) {
        const plain = unguardFormula(cell)
        if (plain !== cell) counts.unguarded += 1
        cell = plain
      }
      if (cell.length > cellCharsMax) {
        cell = cell.slice(0, cellCharsMax).toWellFormed()
        counts.cut += 1
      }
      row.push(cell)
    }
    return row
  })
  return {
    header,
    rows,
    lines,
    notes: {
      ...notes,
      // Blank rows after the last row are the end of the file, not gaps. In a spreadsheet they still look like rows.
      blankRows: records.length - 1 - bodies.length,
      raggedRows: {
        count: notes.kind === 'xlsx' ? 0 : counts.ragged,
        firstLines: notes.kind === 'xlsx' ? [] : firstLines,
      },
      duplicateHeads: findDuplicates(header),
      unnamedColumns: header.flatMap((_, column) => ((head[column] ?? '').trim() === '' ? [column] : [])),
      rowsOverLimit: Math.max(0, bodies.length - usersMax),
      cleanedCells: counts.cleaned,
      cutCells: counts.cut,
      unguardedCells: counts.unguarded,
    },
  }
}

function lastFilled(cells: readonly string[]): number {
  let length = cells.length
  while (length > 0 && (cells[length - 1] ?? '').trim() === '') length -= 1
  return length
}

function nameColumn(head: string, column: number): string {
  const kept = unguardFormula(head.replaceAll('\0', '').toWellFormed().trim()).slice(0, headCharsMax).toWellFormed()
  return kept === '' ? `Column ${column + 1}` : kept
}

function findDuplicates(header: readonly string[]): ParseNotes['duplicateHeads'] {
  const places = new Map<string, number[]>()
  for (const [column, head] of header.entries()) {
    const key = head.toLowerCase()
    const found = places.get(key)
    if (found === undefined) places.set(key, [column])
    else found.push(column)
  }
  return [...places.values()].flatMap((columns) =>
    columns.length > 1 ? [{ head: header[columns[0] ?? 0] ?? '', columns }] : [],
  )
}
