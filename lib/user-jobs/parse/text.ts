import Papa from 'papaparse'
import { guessMapping } from '@/lib/user-jobs/sheet/columns'
import { delimiters, type Delimiter, type Encoding } from '@/lib/user-jobs/sheet/types'

/** Decodes bytes to text and splits text into records, whatever program wrote them. */

export interface DecodedText {
  text: string
  encoding: Encoding
  hasByteOrderMark: boolean
}

/** The text in the requested encoding, or in the most likely one. Never fails: unreadable bytes become U+FFFD. */
export function decodeText(bytes: Uint8Array, asked?: Encoding): DecodedText {
  const marked = findByteOrderMark(bytes)
  const encoding = asked ?? marked ?? guessEncoding(bytes)
  const text = new TextDecoder(encoding).decode(bytes)
  return { text, encoding, hasByteOrderMark: marked === encoding }
}

function findByteOrderMark(bytes: Uint8Array): Encoding | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
}

function guessEncoding(bytes: Uint8Array): Encoding {
  // Latin letters, digits and delimiters in UTF-16 have a NUL byte on one side.
  const sample = bytes.subarray(0, 4_096)
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries())
    if (byte === 0) {
      if (index % 2 === 0) even += 1
      else odd += 1
    }
  const many = sample.length * 0.2
  if (odd > many && odd > 4 * even) return 'utf-16le'
  if (even > many && even > 4 * odd) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

const sampleChars = 200_000
const sampleRecords = 60

/** Cells that are quoted from start to end. */
const quotedCells: Readonly<Record<Delimiter, RegExp>> = {
  ',': /(?<=^|[\n,])"(?:[^"]|"")*"(?=[\n,]|$)/gu,
  ';': /(?<=^|[\n;])"(?:[^"]|"")*"(?=[\n;]|$)/gu,
  '\t': /(?<=^|[\n\t])"(?:[^"]|"")*"(?=[\n\t]|$)/gu,
  '|': /(?<=^|[\n|])"(?:[^"]|"")*"(?=[\n|]|$)/gu,
}

/** The delimiter that makes the first records the most even table. Known headers count most. */
export function guessDelimiter(text: string): Delimiter {
  const sample = text.slice(0, sampleChars)
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: -100 }
  for (const delimiter of delimiters) {
    if (!sample.includes(delimiter)) continue
    const { data, errors } = Papa.parse<string[]>(sample, { delimiter, newline: '\n', preview: sampleRecords })
    const records = data.filter((cells) => cells.some((cell) => cell.trim() !== ''))
    const [head = []] = records
    if (head.length < 2 && records.every((cells) => cells.length < 2)) continue
    const known = guessMapping(head.slice(0, 1_000)).filter(({ to }) => to === 'field' || to === 'attribute').length
    const even = records.filter((cells) => cells.length === head.length).length / Math.max(1, records.length)
    // A quote that ends before, or begins after, something other than the delimiter is evidence for another one. The
    // sample may end within quotes. This weighs more than one or two headers that match by accident.
    const isOdd =
      errors.some(({ type, code }) => type === 'Quotes' && code === 'InvalidQuotes') ||
      sample.replaceAll(quotedCells[delimiter], '').includes('"')
    const score = known * 100 + even * 10 + Math.min(head.length, 50) / 10 - (isOdd ? 250 : 0)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

export interface ReadRecords {
  records: string[][]
  hasLooseQuotes: boolean
}

const repairsMax = 12

/**
 * Records of a text. An unclosed quote would swallow the rest of the file, so its cell is taken literally and reading
 * continues after it.
 */
export function readRecords(text: string, delimiter: Delimiter): ReadRecords {
  // All line breaks become the same, also within cells, because files mix them and the parser knows only one per file.
  let input = text.includes('\r') ? text.replaceAll(/\r\n?/gu, '\n') : text
  let hasLooseQuotes = false
  for (let repairs = 0; ; repairs += 1) {
    const isLast = repairs === repairsMax
    const { data, errors } = Papa.parse<string[]>(input, {
      delimiter,
      newline: '\n',
      // After this many unclosed quotes, quotes have no special meaning in the file.
      ...(isLast ? { quoteChar: '\uffff' } : {}),
    })
    const loose = isLast ? undefined : errors.find((error) => swallowsRows(error, data))
    hasLooseQuotes ||= errors.some(({ type }) => type === 'Quotes')
    const at = loose?.index === undefined ? -1 : input.lastIndexOf('"', loose.index)
    if (at === -1) {
      // The break after the last line does not start a record.
      if (data.at(-1)?.length === 1 && data.at(-1)?.[0] === '') data.pop()
      return { records: data, hasLooseQuotes }
    }
    const end = endOfCell(input, at, delimiter)
    input = `${input.slice(0, at)}"${input.slice(at, end).replaceAll('"', '""')}"${input.slice(end)}`
  }
}

const swallowsRows = ({ type, code, row }: Papa.ParseError, data: readonly string[][]) =>
  type === 'Quotes' &&
  (code === 'MissingQuotes' || (row !== undefined && data[row]?.some((cell) => cell.includes('\n')) === true))

function endOfCell(input: string, from: number, delimiter: Delimiter): number {
  const ends = [input.indexOf(delimiter, from), input.indexOf('\n', from)].filter((at) => at !== -1)
  return ends.length === 0 ? input.length : Math.min(...ends)
}

/** Cells as a spreadsheet puts them on the clipboard, for pasting into a grid. A single value is a block of one. */
export function parseBlock(text: string): string[][] {
  if (!/[\t\n\r]/u.test(text)) return [[text]]
  return readRecords(text, '\t').records
}
