import { types } from 'pg'
import type { CustomTypesConfig } from 'pg'

const timestamptz = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-])(\d\d)(?::(\d\d))?(?::(\d\d))?$/

/**
 * PostgreSQL's text of a timestamptz (ISO DateStyle, any zone) as an ISO string in UTC: always with milliseconds, with
 * microseconds when they are not zero. Text outside of the years 1-275759 AD (and 'infinity') is returned unchanged.
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

/** int8 as a number; as text when a number would not be exact. */
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

// The array types of the scalars above have no names in pg's list.
const arrays = new Map<number, number>([
  [1185, builtins.TIMESTAMPTZ],
  [1016, builtins.INT8],
  [1115, builtins.TIMESTAMP],
  [1182, builtins.DATE],
  [1187, builtins.INTERVAL],
])
/** text[]: its parser splits and unquotes, and does not change the elements. */
const getTextParser = types.getTypeParser as (id: number, format: 'text') => (text: string) => Nested
const parseTexts = getTextParser(1009, 'text')

type Nested = string | null | Nested[]

function mapNested(value: Nested, parse: (text: string) => unknown): unknown {
  if (value === null) return null
  return Array.isArray(value) ? value.map((inner) => mapNested(inner, parse)) : parse(value)
}

/** The parsers of a connection. Per connection, so that pg's process-wide table stays unchanged for others. */
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
