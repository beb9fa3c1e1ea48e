import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'
import type { ProblemRow } from './schema'

/** The figures of the index on the System page and in the frame, which every open tab reads every few seconds. */
export interface IndexFigures {
  total: number
  hydrated: number
  missing: number
  unreadable: { count: number; newest: ProblemRow[] }
  unusual: { count: number; newest: ProblemRow[] }
}

const newestShown = 5
// The same conditions as in the partial indexes of the migrations, so that PostgreSQL uses these indexes.
const pending = `(hydrated_modified_at is null or hydrated_modified_at <> modified_at)`
const hasProblem = `(document_problem is not null or hydrate_error is not null)`

async function readNewest(db: Queryable, reason: 'hydrate_error' | 'document_problem'): Promise<ProblemRow[]> {
  const { rows } = await db.query<ProblemRow>(
    `select audit_id as "auditId", title, template_name as "templateName", ${reason} as reason
     from inspections where ${hasProblem} and ${reason} is not null and missing_at is null
     order by modified_at desc limit ${newestShown}`,
  )
  return rows
}

/** Counts with partial indexes. Only the total needs a scan of a whole index (about 60 ms per million rows). */
export async function readIndexFigures(db: Queryable): Promise<IndexFigures> {
  const { rows } = await db.query<{
    all: number
    missing: number
    waiting: number
    unreadable: number
    unusual: number
  }>(
    `select (select count(*) from inspections) as all,
            (select count(*) from inspections where missing_at is not null) as missing,
            (select count(*) from inspections where ${pending} and missing_at is null) as waiting,
            counted.unreadable, counted.unusual
     from (select count(hydrate_error) as unreadable, count(document_problem) as unusual
           from inspections where ${hasProblem} and missing_at is null) as counted`,
  )
  const { all, missing, waiting, unreadable, unusual } = rows[0] ?? {
    all: 0,
    missing: 0,
    waiting: 0,
    unreadable: 0,
    unusual: 0,
  }
  const total = all - missing
  return {
    total,
    missing,
    hydrated: total - waiting,
    unreadable: { count: unreadable, newest: unreadable === 0 ? [] : await readNewest(db, 'hydrate_error') },
    unusual: { count: unusual, newest: unusual === 0 ? [] : await readNewest(db, 'document_problem') },
  }
}

/** Counting may take at most this share of the time. */
const costShare = 1 / 40
const freshMsMin = 1_000
const freshMsMax = 60_000
/** If a count takes longer than this, polls get the old figures while it runs. */
const waitedMs = 150

interface Kept {
  last: IndexFigures | null
  readAt: number
  costMs: number
  counting: Promise<IndexFigures> | null
}

/**
 * Figures that may be slightly old. The more time counting takes, the longer the figures are kept, at most one minute.
 * Simultaneous callers share one count.
 * @throws any error of `read`
 */
export function readFiguresCached(
  read: () => Promise<IndexFigures>,
  kept: Kept = keptOfProcess(),
): Promise<IndexFigures> {
  const freshMs = Math.min(freshMsMax, Math.max(freshMsMin, kept.costMs / costShare))
  if (kept.last !== null && performance.now() - kept.readAt < freshMs) return Promise.resolve(kept.last)
  kept.counting ??= count(read, kept)
  if (kept.last === null || kept.costMs <= waitedMs) return kept.counting
  kept.counting.catch(() => {
    // The next read after the figures expire gets the error.
  })
  return Promise.resolve(kept.last)
}

async function count(read: () => Promise<IndexFigures>, kept: Kept): Promise<IndexFigures> {
  const startedAt = performance.now()
  try {
    const figures = await read()
    Object.assign(kept, { last: figures, readAt: performance.now(), costMs: performance.now() - startedAt })
    return figures
  } catch (error) {
    kept.last = null
    throw error
  } finally {
    kept.counting = null
  }
}

/** An empty cache for figures. */
export function createKept(): Kept {
  return { last: null, readAt: 0, costMs: 0, counting: null }
}

function keptOfProcess(): Kept {
  return processWide('system-figures', createKept)
}
