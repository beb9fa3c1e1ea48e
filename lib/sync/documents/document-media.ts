import 'server-only'
import type { Queryable } from '@/lib/db/types'
import type { IndexedMedia } from '@/lib/report/index-rows'
import { normalizeInstant } from '@/lib/time/instants'

/** The files of the document from which an inspection's row is made. */
export interface DocumentMedia {
  auditId: string
  media: readonly IndexedMedia[]
}

const deleteRows = `delete from inspection_media where audit_id = any($1::text[])`

// All rows are one JSON parameter, because in arrays each value of the fifteen columns would be escaped.
const insertRows = `insert into inspection_media (audit_id, position, media_id, kind, ext, is_fetchable, is_hidden, failed,
    section, question, label, item_key, number, number_of, taken_at)
  select audit_id, position, media_id, kind, ext, is_fetchable, is_hidden, failed,
    section, question, label, item_key, number, number_of, taken_at
  from json_to_recordset($1::json) as fresh (audit_id text, position int, media_id text, kind text, ext text,
    is_fetchable bool, is_hidden bool, failed bool, section text, question text, label text, item_key text, number int,
    number_of int, taken_at timestamptz)`

/**
 * Replaces the files of these inspections. The caller has locked their rows, and says which of them may already have
 * files. Sends no statement if there were no files before and there are none now.
 */
export async function replaceMedia(
  tx: Queryable,
  batch: readonly DocumentMedia[],
  mayHaveMedia: (auditId: string) => boolean,
): Promise<void> {
  const known = batch.map(({ auditId }) => auditId).filter(mayHaveMedia)
  if (known.length > 0) await tx.query(deleteRows, [known])
  const rows = batch.flatMap(({ auditId, media }) =>
    media.map((file) => ({ audit_id: auditId, ...file, taken_at: normalizeInstant(file.taken_at) })),
  )
  if (rows.length > 0) await tx.query(insertRows, [JSON.stringify(rows)])
}
