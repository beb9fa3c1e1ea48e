import { lastDayOf } from '@/lib/time/instants'

/** A JSON object of unknown content. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** The value as an object, or an empty object. Wrong shapes never throw. */
export function asRecord(value: unknown): JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : {}
}

/** The value as a list, or an empty list. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/**
 * Text without surrounding whitespace; null when it is empty or not a text. Numbers become text, because real documents
 * contain them. NUL is dropped, because PostgreSQL text cannot store it and nobody can see it.
 */
export function asText(value: unknown): string | null {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
  const cleaned = (text.includes('\u0000') ? text.replaceAll('\u0000', '') : text).trim()
  return cleaned === '' ? null : cleaned
}

/** A finite number. Digits in a string also count, because old documents contain them. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value.trim())) return Number(value)
  return null
}

/** True, false, or null when the document does not say. Switches have the values 0 and 1. */
export function asFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0') return false
  return null
}

const instantShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/

/**
 * An Internet Date-Time exactly as in the document, if it exists in the calendar and the database supports it;
 * otherwise null.
 */
export function asInstant(value: unknown): string | null {
  if (typeof value !== 'string' || !instantShape.test(value) || value.startsWith('0000')) return null
  // `Date.parse` reads 30 February as 2 March.
  const isInCalendar = Number(value.slice(8, 10)) <= lastDayOf(Number(value.slice(0, 4)), Number(value.slice(5, 7)))
  return isInCalendar && !Number.isNaN(Date.parse(value)) ? value : null
}

const valueCharsMax = 2_000

/**
 * Any JSON value as text for a person: simple values unchanged, others as JSON, shortened where the text would fill the
 * page.
 */
export function describeValue(value: unknown): string {
  const text = typeof value === 'string' ? value : stringify(value)
  return text.length > valueCharsMax ? `${text.slice(0, valueCharsMax)}… (the rest is in Raw)` : text
}

function stringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // The nesting is too deep for the stack. The raw view still shows the text as it was received.
    return '(nested too deeply to show here)'
  }
}

/** Whether there is nothing to show: null, empty text, empty list, empty object. */
export function isBlank(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

export interface NamedValue {
  name: string
  value: string
}

/** The fields of an object that are neither known nor blank. */
export function describeOthers(record: JsonRecord, isKnown: (name: string) => boolean): NamedValue[] {
  const others: NamedValue[] = []
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (!isKnown(name) && !isBlank(value)) others.push({ name, value: describeValue(value) })
  }
  return others
}

/**
 * Reads fields of an object and remembers which were understood, so that the others can be shown instead of lost. A
 * field counts as understood only if its value had the expected shape.
 */
export class FieldReader {
  readonly #record: JsonRecord
  /** Few: a list is faster than a set. */
  readonly #taken: string[] = []

  constructor(value: unknown) {
    this.#record = asRecord(value)
  }

  /** The field as `read` returns it; null when it is missing or has another shape. */
  take<Value>(name: string, read: (value: unknown) => Value | null): Value | null {
    if (!Object.hasOwn(this.#record, name)) return null
    const value = read(this.#record[name])
    if (value !== null) this.#taken.push(name)
    return value
  }

  /** The field as a list of objects; other elements are skipped. */
  takeRecords(name: string): JsonRecord[] {
    const value = Object.hasOwn(this.#record, name) ? this.#record[name] : null
    if (!Array.isArray(value)) return []
    this.#taken.push(name)
    return value.filter((element) => typeof element === 'object' && element !== null).map(asRecord)
  }

  /** Marks fields as known and not interesting for a reader. */
  pass(...names: string[]): void {
    this.#taken.push(...names)
  }

  /** The fields that were not understood and are not blank. */
  rest(): NamedValue[] {
    return describeOthers(this.#record, (name) => this.#taken.includes(name))
  }
}
