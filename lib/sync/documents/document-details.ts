import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { FailedQuestion } from '@/lib/report/failures-model'
import type { NamedAsset } from '@/lib/report/names-schema'
import { normalizeInstant } from '@/lib/time/instants'

/** The failed questions and the assets of the document from which an inspection's row is made. */
export interface DocumentDetails {
  auditId: string
  failures: readonly FailedQuestion[]
  assets: readonly NamedAsset[]
  summary: { completedAt: string | null }
}

interface DetailTable {
  name: string
  /** The text columns that only this table has. */
  columns: readonly string[]
  list: (details: DocumentDetails) => ReadonlyArray<FailedQuestion | NamedAsset>
}

const tables: readonly DetailTable[] = [
  { name: 'inspection_failures', columns: ['question', 'label'], list: ({ failures }) => failures },
  { name: 'inspection_assets', columns: ['ref', 'label'], list: ({ assets }) => assets },
]

const writeInsert = ({ name, columns }: DetailTable) =>
  `insert into ${name} (audit_id, position, completed_at, ${columns.join(', ')})
   select audit_id, position, completed_at, ${columns.join(', ')} from json_to_recordset($1::json)
     as fresh (audit_id text, position int, completed_at timestamptz, ${columns.map((column) => `${column} text`).join(', ')})`

/**
 * Replaces the failed questions and the assets of these inspections. The caller has locked their rows, and says which
 * of them may already have some. Sends no statement if there were none before and there are none now.
 */
export async function replaceDetails(
  tx: Queryable,
  batch: readonly DocumentDetails[],
  mayHaveSome: (auditId: string) => boolean,
): Promise<void> {
  const known = batch.map(({ auditId }) => auditId).filter(mayHaveSome)
  for (const table of tables) {
    if (known.length > 0) await tx.query(`delete from ${table.name} where audit_id = any($1::text[])`, [known])
    const rows = batch.flatMap((details) => {
      const completedAt = normalizeInstant(details.summary.completedAt)
      const whole = (one: FailedQuestion | NamedAsset, position: number) =>
        Object.assign({ audit_id: details.auditId, position, completed_at: completedAt }, one)
      return table.list(details).map(whole)
    })
    if (rows.length > 0) await tx.query(writeInsert(table), [JSON.stringify(rows)])
  }
}
