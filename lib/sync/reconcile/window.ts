import { AppError } from '@/lib/errors'
import { shiftInstant } from '@/lib/time/instants'
import { checkOrder, newestOf } from '@/lib/sync/pages'
import { isWhole, readInstant } from './slices'
import type { FoundInspection, InstantReading, Search } from '@/lib/sync/types'
import { serverText } from '@/lib/server-text'

/** A section of the service's list that a full reconciliation compares with the index. */
export interface ListedWindow {
  /** Everything that the service returned, also outside of the window. */
  rows: FoundInspection[]
  /** The exclusive end of the window. Null: the list has no more rows. */
  to: string | null
  /** Every row of the window was read, so a row that is not in `rows` did not exist. */
  isComplete: boolean
  /** The reading of the crowded instant that is the window, if it is one. */
  reading: InstantReading | null
  requests: number
}

/**
 * Reads the service's list from an instant on (inclusive; null = from the oldest), as far as one response returns all
 * of it. If more rows share one instant than fit in a response, they are read in slices.
 * @throws AppError as `search`; upstream_failed when the response is not as documented.
 */
export async function readWindow(
  search: Search,
  from: string | null,
  options: { limit: number; templateIds: () => Promise<readonly string[]>; signal: AbortSignal },
): Promise<ListedWindow> {
  const { limit, signal } = options
  let requests = 0
  const ask: Search = (query, abort) => {
    requests += 1
    return search(query, abort)
  }
  // Starts 1 ms earlier, so that it does not matter whether the bound is inclusive.
  const answer = await ask({ limit, ...(from === null ? {} : { modifiedAfter: shiftInstant(from, -1) }) }, signal)
  const isReadable = answer.unreadable === 0
  if (isWhole(answer, limit)) return { rows: answer.rows, to: null, isComplete: isReadable, reading: null, requests }
  checkOrder(answer.rows)
  const newest = newestOf(answer.rows)
  if (newest === null) throw new AppError('upstream_failed', serverText('sync.reconciliation.tooFewRows'))
  // The last instant of a truncated response may be incomplete, so the next window begins with it.
  const isBeyond = from === null ? answer.rows.some((row) => row.modifiedAt < newest) : newest > from
  if (isBeyond) return { rows: answer.rows, to: newest, isComplete: isReadable, reading: null, requests }
  const at = from ?? newest
  const { rows, reading } = await readInstant(ask, at, { limit, templateIds: await options.templateIds(), signal })
  return { rows, to: shiftInstant(at, 1), isComplete: reading.known >= reading.reported, reading, requests }
}

/** The search with one value of the archived flag. */
export function narrowToArchived(search: Search, archived: 'true' | 'false'): Search {
  return (query, signal) =>
    query.archived !== undefined && query.archived !== archived
      ? Promise.resolve({ rows: [], total: 0, count: 0, unreadable: 0 })
      : search({ ...query, archived }, signal)
}
