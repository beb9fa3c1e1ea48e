import { StringDecoder } from 'node:string_decoder'
import { stripVTControlCharacters } from 'node:util'
import type { Log, LogLevel } from '@/lib/log'

/** Longer than any line of the log itself. */
const lineCharsMax = 1_000_000
const linesMax = 200
/** Lines that belong together are written at once. After this much silence, no more will follow. */
const blockMs = 50

const marks: ReadonlyArray<readonly [RegExp, LogLevel]> = [
  [/^\s*⨯\s*/, 'error'],
  [/^\s*⚠\s*/, 'warn'],
  [/^\s*[▲✓○]\s*/, 'info'],
]
/** The client disconnected while sending. This is not an error here. */
const isCutUpload = /^\[?Error: aborted\b/
const isContinued = (line: string) => /^\s|^[)\]}]/.test(line) && !marks.some(([mark]) => mark.test(line))

/** Whether the line is already in our log format. */
function isEntry(line: string): boolean {
  if (!line.startsWith('{"level":"')) return false
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/** Takes the output of a process as it arrives. `end` writes a last line without a line break. */
export interface LineWrapper {
  feed(bytes: Buffer): void
  end(): void
}

/**
 * Passes lines of our log through `write`, and makes one entry of `log` of each text that Next or Node prints: banners,
 * warnings, stacks. Indented lines belong to the one before.
 * @param level the level of text without a level of its own
 */
export function wrapLines(level: LogLevel, { log, write }: { log: Log; write: (line: string) => void }): LineWrapper {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let block: string[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    clearTimeout(timer)
    const [first = '', ...more] = block
    block = []
    if (first.trim() === '') return
    const [mark, marked] = marks.find(([pattern]) => pattern.test(first)) ?? [/^\s*/, level]
    const text = first.replace(mark, '')
    log[isCutUpload.test(text) ? 'info' : marked](
      { source: 'next', ...(more.length === 0 ? {} : { detail: more.join('\n') }) },
      text,
    )
  }
  const take = (line: string) => {
    if (isEntry(line)) {
      flush()
      write(`${line}\n`)
      return
    }
    const text = stripVTControlCharacters(line).trimEnd()
    if (text === '') return
    if (!isContinued(text) || block.length >= linesMax) flush()
    block.push(text)
  }
  return {
    feed: (bytes) => {
      clearTimeout(timer)
      const lines = (rest + decoder.write(bytes)).split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > lineCharsMax) {
        lines.push(rest)
        rest = ''
      }
      for (const line of lines) take(line)
      timer = setTimeout(flush, blockMs)
    },
    end: () => {
      take(rest + decoder.end())
      rest = ''
      flush()
    },
  }
}
