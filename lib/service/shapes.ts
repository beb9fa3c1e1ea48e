/**
 * How answers are read whose keys no public source shows: each thing is looked for under every name that the service is
 * known to use, and only a wrong outline fails.
 */
import { AppError } from '@/lib/errors'

/** Entries of a list, and how many of them could not be read. */
export interface WirePage<Item> {
  items: Item[]
  nextPageToken: string | null
  unreadCount: number
}

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function pick(from: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

export function omit(from: Fields, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.has(name)))
}

/** Text that is well-formed: halves of pairs cannot be stored. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : null
}

export function readId(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return readText(value)
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null
}

export const idOf = (from: Fields, names: readonly string[]) => readId(pick(from, names))
export const textOf = (from: Fields, names: readonly string[]) => readText(pick(from, names))

/** @throws AppError upstream_failed */
export function refuse(what: string): never {
  throw new AppError('upstream_failed', `The inspection service answered something that is no ${what}. Try again.`)
}

export function readTime(value: unknown): string | null {
  let ms: number
  if (typeof value === 'string') ms = Date.parse(value)
  else if (isFields(value) && (typeof value['seconds'] === 'string' || typeof value['seconds'] === 'number'))
    ms = Number(value['seconds']) * 1000 + (typeof value['nanos'] === 'number' ? Math.trunc(value['nanos'] / 1e6) : 0)
  else return null
  const isYearOfFourDigits = ms >= -62_135_596_800_000 && ms < 253_402_300_800_000
  return isYearOfFourDigits ? new Date(ms).toISOString() : null
}

const listWrappers = ['result', 'data', 'response'] as const
const tokenNames = ['next_page_token', 'nextPageToken', 'next_token', 'next_cursor', 'page_token'] as const
const commonListNames = ['items', 'result', 'results', 'list', 'data'] as const

/**
 * Entries of a list under one of its names, or of a bare array. An object without any of them is an empty list, because
 * the service's habit is to leave out what is empty; a list under its name that is none is a wrong outline.
 */
export function readList<Item>(
  value: unknown,
  names: readonly string[],
  what: string,
  read: (entry: unknown) => Item | null,
): WirePage<Item> {
  let entries: unknown
  let nextPageToken: string | null = null
  if (Array.isArray(value)) entries = value
  else if (isFields(value)) {
    entries = pick(value, [...names, ...commonListNames])
    let holder = value
    if (isFields(entries) && listWrappers.some((name) => value[name] === entries)) {
      holder = entries
      entries = pick(holder, [...names, ...commonListNames])
    }
    const meta = pick(value, ['metadata', 'paging', 'pagination', 'page'])
    for (const from of [holder, value, meta]) if (isFields(from)) nextPageToken ??= readId(pick(from, tokenNames))
  } else return refuse(what)
  if (entries === undefined) entries = []
  if (!Array.isArray(entries)) return refuse(what)
  const items: Item[] = []
  let unreadCount = 0
  for (const entry of entries as unknown[]) {
    const item = read(entry)
    if (item === null) unreadCount += 1
    else items.push(item)
  }
  return { items, nextPageToken, unreadCount }
}

/**
 * Reads a list that is a public fact rather than the contract (service.md 6): entries that are no object, and those that
 * `read` cannot use because they have no id, are skipped. Anything that is not a list is an empty one.
 */
export function readEach<Row>(list: unknown, read: (fields: Fields) => Row | null): Row[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const row = isFields(entry) ? read(entry) : null
    return row === null ? [] : [row]
  })
}

/** The fields of the thing that an answer holds under one of `wrappers`, or bare; null when it is no object. */
export function unwrap(value: unknown, wrappers: readonly string[], idNames: readonly string[]): Fields | null {
  if (!isFields(value)) return null
  for (const name of wrappers) {
    const inner = Object.hasOwn(value, name) ? value[name] : undefined
    if (isFields(inner) && idOf(inner, idNames) !== null) return inner
  }
  return value
}
