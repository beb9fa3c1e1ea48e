import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { FoundInspection, InstantReading, Search } from '@/lib/sync/types'
import { readInstant } from './slices'
import type { ReconcileRun } from './store'

/** Gaps from the run's position up to `to` (null: to the end of the run) that were not read since the run began. */
export async function gapsToRead(db: Queryable, run: ReconcileRun, to: string | null): Promise<string[]> {
  const { rows } = await db.query<{ at: string }>(
    `select at from sync_gaps
     where resolved_at is null and found_at < $4 and at >= coalesce($1::timestamptz, '-infinity')
       and at < least(coalesce($2::timestamptz, 'infinity'), $3)
     order by at`,
    [run.position, to, run.until, run.startedAt],
  )
  return rows.map((row) => row.at)
}

/** Crowded instants of a window, read regardless of the archived flag. */
export interface Crowds {
  rows: FoundInspection[]
  readings: InstantReading[]
  requests: number
}

/**
 * Reads gaps again, and a crowded instant that the window could not read completely. It reads both values of the
 * archived flag, because half of an instant says nothing about the gap.
 */
export async function readCrowds(
  search: Search,
  instants: readonly string[],
  options: { limit: number; templateIds: () => Promise<readonly string[]>; signal: AbortSignal },
): Promise<Crowds> {
  const crowds: Crowds = { rows: [], readings: [], requests: 0 }
  const ask: Search = (query, signal) => {
    crowds.requests += 1
    return search(query, signal)
  }
  for (const at of new Set(instants)) {
    const templateIds = await options.templateIds()
    const { rows, reading } = await readInstant(ask, at, { ...options, templateIds })
    crowds.rows.push(...rows)
    crowds.readings.push(reading)
  }
  return crowds
}
