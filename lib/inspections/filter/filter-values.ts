import { isId, questionKeyMax } from '@/lib/ids-model'
import { serverText } from '@/lib/server-text'
import { isTimeZone } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'

/** Checks values of parameters, on the server and in the form while a person types. */

export interface NumberRange {
  /** Both ends are inclusive; null: open. */
  min: number | null
  max: number | null
}

const numberRange = /^(-?\d{1,9}(?:\.\d{1,6})?)?(?:(\.\.)(-?\d{1,9}(?:\.\d{1,6})?)?)?$/

/** Reads `50..90`, `50..`, `..90` or `7`. Returns an error message for anything else. */
export function readNumberRange(text: string, options: { isWhole?: boolean } = {}): NumberRange | string {
  const [match, min, dots, max] = numberRange.exec(text) ?? []
  if (match === undefined || (min === undefined && max === undefined))
    return serverText('inspections.fields.numberRange')
  const ends = { min: min === undefined ? null : Number(min), max: max === undefined ? null : Number(max) }
  const range = dots === undefined ? { min: ends.min, max: ends.min } : ends
  if (options.isWhole === true && /\d\.\d/.test(text)) return serverText('inspections.fields.wholeNumbers')
  if (range.min !== null && range.max !== null && range.min > range.max) return serverText('common.fields.endsFirst')
  return range
}

export const queryCharsMax = 10_000
const nameCharsMax = 1_000
export const valuesMax = 100

const oneOf =
  (...allowed: readonly string[]) =>
  (value: string) =>
    allowed.includes(value) ? null : serverText('common.fields.notOneOf', { values: allowed.join(', ') })

// PostgreSQL cannot store NUL, so no text in the index contains it.
const checkName = (value: string) =>
  value.length > nameCharsMax || value.includes('\u0000') ? serverText('inspections.fields.notName') : null
const checkQuestion = (value: string) =>
  value.length > questionKeyMax || value.includes('\u0000') ? serverText('inspections.fields.notQuestion') : null
const checkTemplate = (value: string) => {
  // A leading minus only excludes words in a search. Here it is a mistake.
  if (value.startsWith('-')) return serverText('inspections.fields.minusTemplate')
  return value === '*' || isId(value) ? null : serverText('inspections.fields.notTemplate')
}
const checkScore = (value: string) => describeProblem(value === '*' ? null : readNumberRange(value))
const checkFailed = (value: string) => describeProblem(value === '*' ? null : readNumberRange(value, { isWhole: true }))
const checkTime = (value: string) => readTimeRange(value).problem

function describeProblem(read: NumberRange | string | null): string | null {
  return typeof read === 'string' ? read : null
}

/** One check for each filter name of `schema.ts`. A missing check is a compile error. */
const checks = {
  q: (value) => (value.length > queryCharsMax ? serverText('common.fields.tooLong', { max: queryCharsMax }) : null),
  template: checkTemplate,
  'template!': checkTemplate,
  site: checkName,
  'site!': checkName,
  author: checkName,
  'author!': checkName,
  result: oneOf('failed', 'passed', 'in-progress', '*'),
  'result!': oneOf('failed', 'passed', 'in-progress', '*'),
  score: checkScore,
  'score!': checkScore,
  failed: checkFailed,
  'failed!': checkFailed,
  failedQuestion: checkQuestion,
  answeredQuestion: checkQuestion,
  asset: checkName,
  media: oneOf('with', 'without'),
  completed: oneOf('true', 'false'),
  archived: oneOf('true', 'false'),
  modified: checkTime,
  'modified!': checkTime,
  completedAt: (value) => (value === '*' ? null : checkTime(value)),
  'completedAt!': (value) => (value === '*' ? null : checkTime(value)),
  missing: oneOf('true', 'false', 'both'),
  problem: oneOf('unreadable', 'unusual'),
  review: oneOf('unreviewed', 'reviewed', 'follow-up', 'changed'),
  'review!': oneOf('unreviewed', 'reviewed', 'follow-up', 'changed'),
  tz: (value) => (value.length <= 100 && isTimeZone(value) ? null : serverText('inspections.fields.notZone')),
} as const satisfies Readonly<Record<string, (value: string) => string | null>>

/** The problem with a value of a parameter, as text that follows its name; null if the value is valid. */
export function checkValue(name: keyof typeof checks, value: string): string | null {
  return checks[name](value)
}
