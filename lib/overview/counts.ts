import 'server-only'
import { keepShortly } from '@/lib/db/keep-shortly'
import type { Queryable } from '@/lib/db/types'
import type { Overview } from './schema'

/**
 * The numbers of the overview. Each counts what the list behind its link shows, so inspections that are missing at the
 * service are left out.
 */

const recentShown = 8

/**
 * Counts over the whole index: all rows, rows whose current version was read, and rows in progress (not completed, not
 * archived).
 */
export function countStates(db: Queryable): Promise<{ total: number; hydrated: number; inProgress: number }> {
  return keepShortly(db, 'states', async () => {
    // Each count uses an index with few other rows. The whole table is only scanned through its smallest index.
    const { rows } = await db.query<{ all: number; missing: number; waiting: number; in_progress: number }>(
      `select (select count(*) from inspections) as all,
              (select count(*) from inspections where missing_at is not null) as missing,
              (select count(*) from inspections where missing_at is null
               and (hydrated_modified_at is null or hydrated_modified_at <> modified_at)) as waiting,
              (select count(*) from inspections where date_completed is null and missing_at is null
               and hydrated_modified_at is not null and archived is not true) as in_progress`,
    )
    const { all = 0, missing = 0, waiting = 0, in_progress: inProgress = 0 } = rows[0] ?? {}
    return { total: all - missing, hydrated: all - missing - waiting, inProgress }
  })
}

/** The newest inspections with failures. */
export function listFailures(db: Queryable): Promise<Overview['recentFailures']> {
  return keepShortly(db, 'recent failures', async () => {
    const { rows } = await db.query<Overview['recentFailures'][number]>(
      `select audit_id as "auditId", title, template_id as "templateId", template_name as "templateName", site_name as "siteName",
              failed_count as "failedCount", score_percentage as "scorePercentage", modified_at as "modifiedAt"
       from inspections where result = 'failed' and missing_at is null
       order by modified_at desc, audit_id desc limit ${recentShown}`,
    )
    return rows
  })
}
