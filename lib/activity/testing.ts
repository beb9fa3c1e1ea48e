import type { Database } from '@/lib/db/types'

/**
 * Changes entries in ways that the console cannot, such as making them older or removing an outcome. Only the owner of
 * the database may do this.
 */
export function rewriteActivity(db: Database, text: string, values: readonly unknown[] = []): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return tx.query(text, values)
  })
}
