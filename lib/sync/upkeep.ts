import 'server-only'
import type { Database } from '@/lib/db/types'

/** The least number of changed rows. For fewer, the server's own autovacuum is soon enough. */
const changedMin = 50_000

const tables = ['inspections', 'inspection_documents', 'inspection_ids'] as const

/**
 * Vacuums and analyzes tables that an import has changed, and returns them. Until the server's autovacuum runs,
 * index-only scans would read the table for each row, and the planner would use statistics of an empty table.
 */
export async function cleanAfterImport(db: Database, rowsMin: number = changedMin): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select relname as name from pg_stat_user_tables
     where schemaname = current_schema() and relname = any($1::text[])
       and greatest(n_mod_since_analyze, n_ins_since_vacuum, n_dead_tup) > $2
     order by relname`,
    [tables, rowsMin],
  )
  for (const { name } of rows) await db.query(`vacuum (analyze, skip_locked) ${name}`)
  return rows.map((row) => row.name)
}
