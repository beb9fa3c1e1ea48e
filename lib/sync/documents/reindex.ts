import 'server-only'
import { setImmediate } from 'node:timers/promises'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import { finishInSlices } from '@/lib/report/slices-model'
import { searchVersion } from '@/lib/search/search-text'
import { allColumns, columnValues, setFromKeptDocument, unnestColumns, type IndexedDocument } from './document-columns'
import { replaceDetails } from './document-details'
import { replaceMedia } from './document-media'
import { keepQuestionSets } from './question-sets'
import { readDocumentSlices } from './read-document'

/**
 * SQL: rows that were read from a document, but indexed by an earlier version of search-text.ts or before the search
 * existed. Rows that a later release has indexed stay unchanged. Otherwise both releases would index the same rows
 * again and again while consoles are replaced one at a time. The partial index `inspections_reindex` has this condition
 * with the version in it, so a new `searchVersion` needs a migration that recreates the index.
 */
export const outdated = `(hydrated_modified_at is not null and coalesce(search_version, 0) < ${searchVersion})`

const batchRows = 40
/** How many documents are read before other work of the process gets its turn. */
const sliceRows = 4

interface OutdatedRow {
  audit_id: string
  hydrated_modified_at: string
  document: string | null
}

const updateRows = `update inspections as known set ${setFromKeptDocument}
  from ${unnestColumns(allColumns, 1)}
  where known.audit_id = fresh.audit_id and known.hydrated_modified_at = fresh.modified_at`

/** If the document of a row is not stored or is not JSON, it must be read from the service again. */
const fetchAgain = `update inspections set hydrated_modified_at = null, hydrate_after = null
  where audit_id = any($1::text[]) and ${outdated}`

async function readAgain(row: OutdatedRow): Promise<IndexedDocument | null> {
  if (row.document === null) return null
  try {
    const read = await finishInSlices(readDocumentSlices(row.document))
    return { ...read, auditId: row.audit_id, modifiedAt: row.hydrated_modified_at }
  } catch {
    return null
  }
}

/**
 * Indexes rows of an earlier `searchVersion` again from their stored documents, without a request to the service. It
 * works in batches, so it may stop at any time and continue later, and other work of the process runs in between.
 * @returns how many rows were indexed
 */
export async function reindexDocuments(options: {
  db: Database
  log: DatabaseLog
  signal: AbortSignal
}): Promise<number> {
  const { db, log, signal } = options
  let indexed = 0
  let after = ''
  while (!signal.aborted) {
    const { rows } = await db.query<OutdatedRow>(
      `select known.audit_id, known.hydrated_modified_at, kept.document
       from (select audit_id, hydrated_modified_at from inspections where ${outdated} and audit_id > $1
             order by audit_id limit ${batchRows}) as known
       left join inspection_documents as kept
         on kept.audit_id = known.audit_id and kept.modified_at = known.hydrated_modified_at
       order by known.audit_id`,
      [after],
    )
    const last = rows.at(-1)
    if (last === undefined) break
    const batch: IndexedDocument[] = []
    const lost: string[] = []
    for (const [at, row] of rows.entries()) {
      const read = await readAgain(row)
      if (read === null) lost.push(row.audit_id)
      else batch.push(read)
      if (at % sliceRows === sliceRows - 1) await setImmediate()
    }
    await db.transaction(async (tx) => {
      // Locks the rows in the order that every writer uses, to avoid deadlocks.
      const ids = rows.map((row) => row.audit_id)
      const { rows: locked } = await tx.query<{ audit_id: string; hydrated_modified_at: string | null }>(
        `select audit_id, hydrated_modified_at from inspections where audit_id = any($1::text[])
         order by audit_id for no key update`,
        [ids],
      )
      // A newer version of a row may have arrived since the row was read. Its files are already stored.
      const current = new Map(locked.map((row) => [row.audit_id, row.hydrated_modified_at]))
      const still = batch.filter(({ auditId, modifiedAt }) => current.get(auditId) === modifiedAt)
      if (still.length > 0) {
        await keepQuestionSets(tx, still)
        await tx.query(updateRows, columnValues(allColumns, still))
        await replaceMedia(tx, still, () => true)
        await replaceDetails(tx, still, () => true)
      }
      if (lost.length > 0) await tx.query(fetchAgain, [lost])
    })
    after = last.audit_id
    indexed += batch.length
  }
  if (indexed > 0) {
    publishChange('inspections')
    log.info({ indexed, searchVersion }, 'kept documents were indexed again')
  }
  return indexed
}
