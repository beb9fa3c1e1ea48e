/**
 * A spreadsheet may treat a text as a formula when it begins with one of these characters, in any width, after any
 * whitespace or control characters. Leading apostrophes count as well, so that an added one can be distinguished from
 * existing ones.
 */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const formula = /^'*(?:[\s\u0000-\u001f\u007f-\u009f\u200b-\u200f\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫−]|[\t\r\n])/u
const needsQuotes = /[",;\t\r\n]|^\s|\s$/

/**
 * A text as one cell (RFC 4180). Text that could be a formula is prefixed with an apostrophe, which spreadsheets do not
 * show.
 */
export function writeText(text: string | null): string {
  if (text === null || text === '') return ''
  const safe = formula.test(text) ? `'${text}` : text
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The end of a line of CSV (RFC 4180). */
export const lineEnd = '\r\n'

/** The first line: the headings after a byte order mark, by which Excel recognizes UTF-8. */
export function writeHead(headings: readonly string[]): string {
  return `\uFEFF${headings.map(writeText).join(',')}${lineEnd}`
}

const slotMs = 15 * 60_000

/**
 * Writes instants with the offset of `zone`: `2026-11-20T22:14:44.123+01:00`. Offsets nearly always change at quarters
 * of an hour, so each quarter is looked up once: a million rows need a few thousand lookups.
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
    // Date.UTC is not used, because it treats the years 0 to 99 as 1900 to 1999.
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
      // Inspections span a few years, so this limit is rarely reached.
      if (slots.size > 100_000) slots.clear()
      slots.set(slot, offset)
    }
    return offset ?? offsetAt(at)
  }
  return (instant) => {
    if (instant === null) return ''
    const at = Date.parse(instant)
    // Values such as 'infinity' are written as the database returned them.
    if (Number.isNaN(at)) return writeText(instant)
    const offset = readOffset(at)
    // A fraction may have more digits than a Date can store.
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
