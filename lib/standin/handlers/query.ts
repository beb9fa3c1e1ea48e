import { Refusal } from '../refusals'

const dateTime = /^\d{4}-\d\d-\d\d(?<time>[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?(?<offset>[Zz]|[+-]\d\d:?\d\d)?)?$/

/**
 * A time parameter in milliseconds. The contract asks for a date-time with its zone. The service's own clients also send a
 * date, a time without an offset (both read as UTC), and an empty value for no time.
 * @throws Refusal 400 when it is none of these, or is given twice
 */
export function readTime(query: URLSearchParams, name: string): number | null {
  const value = readOne(query, name)
  if (value === null || value === '') return null
  const { time, offset } = dateTime.exec(value)?.groups ?? {}
  const isLocal = time !== undefined && offset === undefined
  const ms = dateTime.test(value) ? Date.parse(isLocal ? `${value}Z` : value) : Number.NaN
  if (Number.isNaN(ms)) throw new Refusal(400, `"${name}" must be a valid ISO 8601 date`)
  return ms
}

export function readOne(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new Refusal(400, `"${name}" must be given once`)
  return values[0] ?? null
}

export function readChoice<Value extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const given = readOne(query, name)
  if (given === null) return fallback
  const found = values.find((value) => value === given.toLowerCase())
  if (found === undefined) throw new Refusal(400, `"${name}" must be one of [${values.join(', ')}]`)
  return found
}

/** 1 to 1,000; default 1,000. */
export function readLimit(query: URLSearchParams): number {
  const given = readOne(query, 'limit')
  if (given === null) return 1000
  const limit = /^\d{1,6}$/.test(given) ? Number(given) : Number.NaN
  if (!(limit >= 1 && limit <= 1000)) throw new Refusal(400, '"limit" must be a number from 1 to 1000')
  return limit
}

/** The repeatable `field` parameter. @throws Refusal 400 for an unknown field or when the required one is missing */
export function readFields(
  query: URLSearchParams,
  known: readonly string[],
  required: string,
  needed: boolean,
): readonly string[] | null {
  const fields = query.getAll('field')
  if (fields.length === 0) {
    if (needed) throw new Refusal(400, `"field" must contain "${required}"`)
    return null
  }
  const unknown = fields.find((field) => !known.includes(field))
  if (unknown !== undefined) throw new Refusal(400, `"field" must be one of [${known.join(', ')}]`)
  if (!fields.includes(required)) throw new Refusal(400, `"field" must contain "${required}"`)
  return fields
}
