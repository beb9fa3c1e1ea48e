import { questionKeyMax, templateId } from '@/lib/ids'
import { isTimeZone } from '@/lib/time/time-format'
import { readTimeRange } from '@/lib/time/time-range'

/** The valid values of a parameter, for the server that checks it and for the field that is being typed into. */

export interface NumberRange {
  /** Both ends are inclusive; null = open. */
  min: number | null
  max: number | null
}

const numberRange = /^(-?\d{1,9}(?:\.\d{1,6})?)?(?:(\.\.)(-?\d{1,9}(?:\.\d{1,6})?)?)?$/
const notARange = 'is not a range: write 50..90, 50.., ..90 or one number'

/** Reads `50..90`, `50..`, `..90` or `7`; an error message for anything else. */
export function readNumberRange(text: string, options: { isWhole?: boolean } = {}): NumberRange | string {
  const [match, min, dots, max] = numberRange.exec(text) ?? []
  if (match === undefined || (min === undefined && max === undefined)) return notARange
  const ends = { min: min === undefined ? null : Number(min), max: max === undefined ? null : Number(max) }
  const range = dots === undefined ? { min: ends.min, max: ends.min } : ends
  if (options.isWhole === true && /\d\.\d/.test(text)) return 'counts answers: write whole numbers'
  if (range.min !== null && range.max !== null && range.min > range.max) return 'ends before it begins'
  return range
}

export const queryCharsMax = 10_000
const nameCharsMax = 1_000
export const valuesMax = 100

const oneOf =
  (...allowed: readonly string[]) =>
  (value: string) =>
    allowed.includes(value) ? null : `is not one of ${allowed.join(', ')}`

// The index never has NUL in texts, because PostgreSQL cannot store it.
const checkName = (value: string) =>
  value.length > nameCharsMax || value.includes('\u0000') ? 'is not a name that an inspection can have' : null
const checkQuestion = (value: string) =>
  value.length > questionKeyMax || value.includes('\u0000') ? 'is not a question that an inspection can have' : null
const checkTemplate = (value: string) => {
  // A minus excludes words of a search; here there would be nothing to exclude.
  if (value.startsWith('-')) return 'begins with a minus: write template!= to leave a template out'
  return value === '*' || templateId.safeParse(value).success ? null : 'is not the id of a template'
}
const checkScore = (value: string) => describeProblem(value === '*' ? null : readNumberRange(value))
const checkFailed = (value: string) => describeProblem(value === '*' ? null : readNumberRange(value, { isWhole: true }))
const checkTime = (value: string) => readTimeRange(value).problem

function describeProblem(read: NumberRange | string | null): string | null {
  return typeof read === 'string' ? read : null
}

/** One check for each filter name of `schema.ts`; this does not compile when one is missing. */
const checks = {
  q: (value) => (value.length > queryCharsMax ? `is longer than ${queryCharsMax} characters` : null),
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
  tz: (value) =>
    value.length <= 100 && isTimeZone(value) ? null : 'is not a time zone: write a name such as Europe/Dublin',
} as const satisfies Readonly<Record<string, (value: string) => string | null>>

/** What is wrong with a value of a parameter, in words that follow its name; null when it can be read. */
export function checkValue(name: keyof typeof checks, value: string): string | null {
  return checks[name](value)
}
