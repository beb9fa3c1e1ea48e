import { answerJson, type Answer } from '../answers'
import { Refusal } from '../refusals'
import { readOne, readTime } from './query'

/**
 * The parameters of training lists. Known are `page` from 1, `pageSize` up to 1,000, `searchTerm` and `courseIds`
 * (service.md 7). INFERRED, all in this file: the default page size, filters by other ids, and the window of seven days
 * for events. They come from the older service with the same reports.
 */
const usualPageSize = 100
const windowMs = 7 * 86_400_000

function readNumber(query: URLSearchParams, name: string, most: number, fallback: number): number {
  const given = readOne(query, name)
  if (given === null) return fallback
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= 1 && value <= most)) throw new Refusal(400, `${name} must be a whole number from 1 to ${most}`)
  return value
}

/** One page of a list. @throws Refusal 400 when the page is not a number */
export function answerPage<Item>(
  query: URLSearchParams,
  all: readonly Item[],
  notify: (item: Item) => unknown,
): Answer {
  const page = readNumber(query, 'page', 999_999_999, 1)
  const size = readNumber(query, 'pageSize', 1_000, usualPageSize)
  return answerJson({ totalCount: all.length, items: all.slice((page - 1) * size, page * size).map(notify) })
}

/** Ids that narrow a list: `courseIds` or `courseId`, repeated or with commas. Null: all. */
export function readIds(query: URLSearchParams, thing: 'course' | 'lesson' | 'user'): ReadonlySet<string> | null {
  const given = [...query.getAll(`${thing}Ids`), ...query.getAll(`${thing}Id`)]
  return given.length === 0 ? null : new Set(given.flatMap((text) => text.split(',')).filter((id) => id !== ''))
}

/** The window of events, at most seven days; the last seven when none is given. @throws Refusal 400 */
export function readWindow(query: URLSearchParams, untilMs: number): { fromMs: number; toMs: number } {
  // Both spellings are in use, with and without capitals.
  const folded = new URLSearchParams([...query].map(([name, value]) => [name.toLowerCase(), value]))
  const [from, to] = [readTime(folded, 'mineventdatetime'), readTime(folded, 'maxeventdatetime')]
  const toMs = to ?? (from === null ? untilMs : from + windowMs)
  const fromMs = from ?? toMs - windowMs
  if (fromMs > toMs) throw new Refusal(400, 'minEventDateTime must not be after maxEventDateTime')
  if (toMs - fromMs > windowMs) throw new Refusal(400, 'minEventDateTime and maxEventDateTime must be within 7 days')
  return { fromMs, toMs }
}
