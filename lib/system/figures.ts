import 'server-only'
import type { Queryable } from '@/lib/db/types'
import { cacheOf } from '@/lib/inspections/list/counts'
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

/** The figures of the index, cached like the counts of its lists. */
export function readFigures(db: Queryable): Promise<IndexFigures> {
  return cacheOf(db).get('figures', () => readIndexFigures(db))
}
