import type { Database } from '@/lib/db/types'

/** Changes entries as nothing of the console can: makes them old, or takes an outcome away. Only as the database's owner. */
export function rewriteActivity(db: Database, text: string, values: readonly unknown[] = []): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    return tx.query(text, values)
  })
}
