import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'

const timestamptz = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/**
 * Converts PostgreSQL's text of a timestamptz (ISO DateStyle, any zone) to an ISO string in UTC. It always has
 * milliseconds, and microseconds if they are not zero. 'infinity' and years outside of 1 to 275759 AD are returned
 * unchanged.
 */
export function parseTimestamptz(text: string): string {
  const match = timestamptz.exec(text)
  if (match === null) return text
  const [, day = '', time = '', fraction = '', sign, hours = '0', minutes = '0', seconds = '0'] = match
  const micros = fraction.padEnd(6, '0')
  const decimals = micros.endsWith('000') ? micros.slice(0, 3) : micros
  const offsetSeconds = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  if (offsetSeconds === 0 && day.length === 10) return `${day}T${time}.${decimals}Z`
  const extended = day.length === 10 ? day : `+${day.padStart(12, '0')}`
  const utc = Date.parse(`${extended}T${time}Z`) + (sign === '-' ? 1000 : -1000) * offsetSeconds
  return Number.isNaN(utc) ? text : new Date(utc).toISOString().replace('.000Z', `.${decimals}Z`)
}

/** Converts an int8 to a number, or leaves it as text if a number would not be exact. */
export function parseInt8(text: string): number | string {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : text
}

const keepText = (text: string) => text
const { builtins } = types

const scalars = new Map<number, (text: string) => unknown>([
  [builtins.TIMESTAMPTZ, parseTimestamptz],
  [builtins.INT8, parseInt8],
  [builtins.TIMESTAMP, keepText],
  [builtins.DATE, keepText],
  [builtins.INTERVAL, keepText],
])

// pg has no names for the array types of these scalars.
const arrays = new Map<number, number>([
  [1185, builtins.TIMESTAMPTZ],
  [1016, builtins.INT8],
  [1115, builtins.TIMESTAMP],
  [1182, builtins.DATE],
  [1187, builtins.INTERVAL],
])
/** The parser of text[] splits and unquotes the elements without changing them. */
const getTextParser = types.getTypeParser as (id: number, format: 'text') => (text: string) => Nested
const parseTexts = getTextParser(1009, 'text')

type Nested = string | null | Nested[]

function mapNested(value: Nested, parse: (text: string) => unknown): unknown {
  if (value === null) return null
  return Array.isArray(value) ? value.map((inner) => mapNested(inner, parse)) : parse(value)
}

/** The parsers of our connections. They are set per connection, so that pg's process-wide parsers stay unchanged. */
export const typeParsers: CustomTypesConfig = {
  getTypeParser: (id, format) => {
    if (format !== 'binary') {
      const scalar = scalars.get(id)
      if (scalar !== undefined) return scalar
      const inner = scalars.get(arrays.get(id) ?? -1)
      if (inner !== undefined) {
        return (text: string) => mapNested(parseTexts(text), inner)
      }
    }
    return types.getTypeParser(id, format)
  },
}
