import { AppError } from '@/lib/errors'
import { laterInstant, shiftInstant } from '@/lib/time/instants'
import { serverText } from '@/lib/server-text'
import { checkOrder, deduplicate, newestOf } from './pages'
import { isWhole, readInstant } from './reconcile/slices'
import type { FoundInspection, InstantReading, PassStore, Search, SearchAnswer } from './types'

/**
 * Invariant: everything modified before the checkpoint was stored or is listed in `sync_gaps`. The checkpoint only
 * advances in the transaction that stores the rows.
 */

/** Most rows in one response of the service (interface.md 8). */
export const searchLimit = 1_000

/**
 * A row dated further in the future than this comes from a wrong clock. It is read, but the checkpoint stays before it.
 * Otherwise everything modified until that time would be skipped silently.
 */
const aheadMsMax = 120_000

export interface PassResult {
  pages: number
  /** Ids that are new or have a new version. */
  changed: number
  /** How far this pass has read. The stored checkpoint stays before rows dated in the future. */
  checkpoint: string | null
  /** Instants that could not be read completely in this pass. */
  gaps: InstantReading[]
  /** Rows without a usable id or time. */
  unreadable: number
}

export interface PassOptions {
  search: Search
  store: PassStore
  signal: AbortSignal
  /** Rows per response. Only tests use fewer. */
  limit?: number
  /** Milliseconds since the epoch at the start; the system's clock when absent. */
  nowMs?: number
  /** Called after each transaction with the ids that are new or changed. */
  onSaved?: (changedIds: string[]) => void
  /** Called with the number of rows that the service counts from here on, including those of this response. */
  onCounted?: (rows: number) => void
}

/**
 * Reads everything modified since the checkpoint into the index.
 * @throws AppError of the service's client. What was saved before stays saved, and the next pass continues from there.
 */
export async function runPass(options: PassOptions): Promise<PassResult> {
  const { search, store, signal } = options
  const limit = options.limit ?? searchLimit
  const result: PassResult = { pages: 0, changed: 0, checkpoint: await store.checkpoint(), gaps: [], unreadable: 0 }

  const ask = async (modifiedAfter: string | null): Promise<SearchAnswer> => {
    const answer = await search({ limit, ...(modifiedAfter === null ? {} : { modifiedAfter }) }, signal)
    result.pages += 1
    result.unreadable += answer.unreadable
    options.onCounted?.(answer.total)
    if (!isWhole(answer, limit)) checkOrder(answer.rows)
    return answer
  }
  const horizon = new Date((options.nowMs ?? Date.now()) + aheadMsMax).toISOString()
  let stored = result.checkpoint
  const save = async (rows: FoundInspection[], reading?: InstantReading) => {
    if (rows.length === 0 && reading === undefined) return
    result.checkpoint = laterInstant(result.checkpoint, newestOf(rows))
    stored = laterInstant(stored, newestOf(rows.filter(({ modifiedAt }) => modifiedAt <= horizon)))
    const page = { rows: deduplicate(rows), checkpoint: stored }
    const changedIds = await store.save(reading === undefined ? page : { ...page, reading })
    result.changed += changedIds.length
    options.onSaved?.(changedIds)
  }
  const saveInstant = async (at: string) => {
    const templateIds = await store.templateIds()
    const { rows, reading } = await readInstant(search, at, { limit, templateIds, signal })
    if (reading.known < reading.reported) result.gaps.push(reading)
    await save(rows, reading)
  }

  /** The first read of a pass starts 1 ms earlier, so that it does not matter whether the bound is inclusive. */
  const readFrom = async (from: string | null): Promise<SearchAnswer> => {
    if (from === null) return ask(null)
    const overlapping = await ask(shiftInstant(from, -1))
    if (isWhole(overlapping, limit) || (newestOf(overlapping.rows) ?? '') > from) return overlapping

    // If a full page has nothing newer than `from`, the overlap or the instant itself fills it.
    const exact = await ask(from)
    const isInclusive = exact.rows.some((row) => row.modifiedAt === from)
    if (isInclusive && (isWhole(exact, limit) || (newestOf(exact.rows) ?? '') > from)) return exact
    // The order matters. If there are rows after `from` before the instant is read, its time is over and no row can be
    // added to it. If there are none, the checkpoint stays and the next pass reads the instant again.
    const behind = isInclusive ? await ask(shiftInstant(from, 1)) : exact
    await saveInstant(from)
    return behind
  }

  for (;;) {
    signal.throwIfAborted()
    const from = result.checkpoint
    const answer = await readFrom(from)
    await save(answer.rows)
    if (isWhole(answer, limit)) return result
    if (result.checkpoint === from) throw new AppError('upstream_failed', serverText('sync.tooFewRows'))
  }
}

/**
 * Reads a gap again: rows leave an instant when they are modified, and new templates split it further. Returns null
 * when no gap is due.
 */
export async function rereadGap(options: PassOptions): Promise<InstantReading | null> {
  const { search, store, signal, limit = searchLimit } = options
  const at = await store.gapDue()
  if (at === null) return null
  const templateIds = await store.templateIds()
  const { rows, reading } = await readInstant(search, at, { limit, templateIds, signal })
  const changedIds = await store.save({ rows, checkpoint: null, reading })
  options.onSaved?.(changedIds)
  return reading
}
