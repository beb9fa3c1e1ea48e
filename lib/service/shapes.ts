/**
 * Reads responses that the contract does not describe. Only names from a public source are known. Unknown fields are
 * kept, and only a wrong outer structure is an error.
 */
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'

/** Entries of a list, and the number of unreadable ones. */
export interface WirePage<Item> {
  items: Item[]
  nextPageToken: string | null
  unreadCount: number
}

export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The first value under one of these names; undefined for none. */
export function pick(from: Fields, ...names: readonly string[]): unknown {
  for (const name of names) {
    const value = Object.hasOwn(from, name) ? from[name] : undefined
    if (value !== undefined && value !== null) return value
  }
  return undefined
}

export function omit(from: Fields, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.has(name)))
}

/** Well-formed text: lone surrogates cannot be stored. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '') : null
}

/** Text that is not empty. */
export const readId = (value: unknown): string | null => readText(value) || null

export const idOf = (from: Fields, ...names: readonly string[]) => readId(pick(from, ...names))
export const textOf = (from: Fields, ...names: readonly string[]) => readText(pick(from, ...names))

/** What a response should have been: branches of the message `server.service.notThat`. */
export type Expected =
  | 'asset'
  | 'assets'
  | 'assetTypes'
  | 'statusGroup'
  | 'statusGroups'
  | 'training'
  | 'users'
  | 'userJob'
  | 'userJobs'

/** @throws AppError upstream_failed */
export function refuse(what: Expected): never {
  throw new AppError('upstream_failed', serverText('service.notThat', { what }))
}

/** A time as ISO 8601 in UTC; null if it is not a time with a four-digit year. */
export function readTime(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  const isYearOfFourDigits = ms >= -62_135_596_800_000 && ms < 253_402_300_800_000
  return isYearOfFourDigits ? new Date(ms).toISOString() : null
}

/**
 * Entries of a list under one of its names. An object without any of them is an empty list, because the service usually
 * leaves empty lists out. A value under its name that is not a list is an error.
 * `next_page_token`: service.md 3.2 and 4.2, as public clients read it.
 * @throws AppError upstream_failed
 */
export function readList<Item>(
  value: unknown,
  names: readonly string[],
  what: Expected,
  read: (entry: unknown) => Item | null,
): WirePage<Item> {
  const entries = isFields(value) ? (pick(value, ...names) ?? []) : null
  if (!isFields(value) || !Array.isArray(entries)) return refuse(what)
  const items = (entries as unknown[]).map((entry) => read(entry)).filter((item) => item !== null)
  return {
    items,
    nextPageToken: idOf(value, 'next_page_token'),
    unreadCount: entries.length - items.length,
  }
}

/**
 * Reads a list that is only known from public sources (service.md 6). Entries that are not objects, and those that
 * `read` cannot use because they have no id, are skipped. Anything that is not a list counts as an empty one.
 */
export function readEach<Row>(list: unknown, read: (fields: Fields) => Row | null): Row[] {
  if (!Array.isArray(list)) return []
  return list.flatMap((entry) => {
    const row = isFields(entry) ? read(entry) : null
    return row === null ? [] : [row]
  })
}

/** The fields of the object in a response, under `name` or bare; null when the response is not an object. */
export function unwrap(value: unknown, name: string): Fields | null {
  if (!isFields(value)) return null
  const inner = Object.hasOwn(value, name) ? value[name] : undefined
  return isFields(inner) ? inner : value
}
