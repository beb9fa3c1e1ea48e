import type { Database } from '@/lib/db/types'

/**
 * Changes entries in ways that the console cannot: makes them old, or removes an outcome. Requires the owner of the
 * database.
 */
export function rewriteActivity(db: Database, text: string, values: readonly unknown[] = []): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return tx.query(text, values)
  })
}
