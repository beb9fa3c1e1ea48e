// @ts-check
import { stripVTControlCharacters } from 'node:util'
import { cleanLine, shortenText } from '../../log-line.mjs'

/** @typedef {'debug' | 'info' | 'warn' | 'error'} Level */

/** Longer than any line of the log itself. */
const lineBytesMax = 1_000_000
const linesMax = 200
/** Lines that belong together are written at once. After this much silence, no further line belongs to them. */
const blockMs = 50
const lineBreak = 10
const brace = 123

/** @type {readonly Level[]} */
const levels = ['debug', 'info', 'warn', 'error']
/** @type {ReadonlyArray<readonly [RegExp, Level]>} */
const marks = [
  [/^\s*⨯\s*/, 'error'],
  [/^\s*⚠\s*/, 'warn'],
  [/^\s*[▲✓○]\s*/, 'info'],
]
/** The client disconnected while it sent a body. This is not an error of the console. */
const isCutUpload = /^\[?Error: aborted\b/
/** @param {string} line */
const isContinued = (line) => /^\s|^[)\]}]/.test(line) && !marks.some(([mark]) => mark.test(line))

/**
 * Whether the line is already in our log format.
 * @param {Buffer} line
 */
function isEntry(line) {
  if (line[0] !== brace) return false
  const text = line.toString()
  if (!text.startsWith('{"level":"')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Writes an entry as `createLog` (lib/log.ts) does, without the packages that `createLog` needs.
 * @param {{ level: Level, secrets: readonly string[], write: (line: string) => void }} options
 * @returns {(level: Level, text: string, detail: readonly string[]) => void}
 */
function createEntryWriter({ level: lowest, secrets, write }) {
  return (level, msg, detail) => {
    if (levels.indexOf(level) < levels.indexOf(lowest)) return
    const more = detail.length === 0 ? {} : { detail: shortenText(detail.join('\n')) }
    const entry = { level, time: new Date().toISOString(), source: 'next', ...more, msg }
    write(`${cleanLine(JSON.stringify(entry), secrets)}\n`)
  }
}

/**
 * Passes lines of our log to `write`, and makes one entry of each text that Next or Node prints: banners, warnings,
 * stacks. Indented lines belong to the line before. `feed` takes the output of a process as it arrives, `end` writes a
 * last line without a line break.
 *
 * Lines of our log are found in the bytes and written together, because decoding each line would take most of the
 * memory.
 * @param {Level} level the level of text without a level of its own
 * @param {{ level: Level, secrets: readonly string[], write: (chunk: string | Buffer) => void }} log the lowest level
 * that is written, and secrets in all their spellings
 */
export function wrapLines(level, log) {
  const enter = createEntryWriter(log)
  /** @type {Buffer} */
  let rest = Buffer.alloc(0)
  /** @type {string[]} */
  let block = []
  /** @type {NodeJS.Timeout | undefined} */
  let timer

  const flush = () => {
    clearTimeout(timer)
    const [first = '', ...more] = block
    block = []
    if (first.trim() === '') return
    const [mark, marked] = marks.find(([pattern]) => pattern.test(first)) ?? [/^\s*/, level]
    const text = first.replace(mark, '')
    enter(isCutUpload.test(text) ? 'info' : marked, text, more)
  }
  /** @param {Buffer} line */
  const takeText = (line) => {
    const text = stripVTControlCharacters(line.toString()).trimEnd()
    if (text === '') return
    if (!isContinued(text) || block.length >= linesMax) flush()
    block.push(text)
  }
  /** @param {Buffer} lines each with its line break */
  const takeLines = (lines) => {
    let entriesFrom = 0
    for (let at = 0; at < lines.length;) {
      const next = lines.indexOf(lineBreak, at) + 1
      const line = lines.subarray(at, next - 1)
      if (isEntry(line)) flush()
      else {
        if (at > entriesFrom) log.write(lines.subarray(entriesFrom, at))
        takeText(line)
        entriesFrom = next
      }
      at = next
    }
    if (lines.length > entriesFrom) log.write(lines.subarray(entriesFrom))
  }
  return {
    /** @param {Buffer} bytes */
    feed: (bytes) => {
      clearTimeout(timer)
      const given = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
      const end = given.lastIndexOf(lineBreak) + 1
      takeLines(given.subarray(0, end))
      rest = given.subarray(end)
      if (rest.length > lineBytesMax) {
        takeText(rest)
        rest = Buffer.alloc(0)
      }
      timer = setTimeout(flush, blockMs)
    },
    end: () => {
      takeLines(Buffer.concat([rest, Buffer.from('\n')]))
      rest = Buffer.alloc(0)
      flush()
    },
  }
}
