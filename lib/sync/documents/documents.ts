import 'server-only'
import type { Readable } from 'node:stream'
import type { Database, Queryable } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { toStatusError } from '@/lib/service/errors'
import type { Lane, Service } from '@/lib/service/types'
import { allColumns, columnValues, keyColumns, setFromDocument, unnestColumns } from './document-columns'
import { replaceDetails } from './document-details'
import { replaceMedia } from './document-media'
import { keepQuestionSets } from './question-sets'
import { moveVersions, type Proof } from '@/lib/sync/move-versions'
import { serverText } from '@/lib/server-text'
import { readAnswer } from './read-answer'
import { joinProblems, toUnreadableError, type DocumentDigest } from './read-document'
import { versionWatch, type NewVersion } from './version-watch'

/** A document of the service that was read but not stored yet. */
export interface FetchedDocument extends DocumentDigest {
  /** The id in the document itself: the service's own spelling of the requested one. */
  auditId: AuditId
  /** Unchanged. */
  text: string
  /** The bytes of `text` if they are available, so that the text need not be encoded again. */
  bytes: Buffer | null
  document: unknown
}

const streamTimeoutMs: Record<Lane, number> = { person: 60_000, background: 240_000 }

/**
 * A large document is streamed, and the client's deadline only covers the headers. A body that arrives too slowly is
 * aborted here. The client limits the size, so there is no second limit.
 */
async function readStream(stream: Readable, timeoutMs: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const timer = setTimeout(
    () => stream.destroy(new DOMException('The document took too long', 'TimeoutError')),
    timeoutMs,
  )
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch (error) {
    throw new AppError('upstream_failed', serverText('sync.documentCutOff'), { cause: error })
  } finally {
    clearTimeout(timer)
    stream.destroy()
  }
  return Buffer.concat(chunks)
}

/** @throws AppError as `Service.raw`, and for every status except 200 */
async function askService(
  service: Pick<Service, 'raw'>,
  auditId: AuditId,
  { lane, signal }: { lane: Lane; signal: AbortSignal },
): Promise<Uint8Array> {
  const answer = await service.raw('getInspection', { params: { auditId } }, { lane, signal })
  const { status, headers, stream } = answer
  const bytes = stream === null ? (answer.bytes ?? new Uint8Array()) : await readStream(stream, streamTimeoutMs[lane])
  if (status === 200) return bytes
  throw status >= 400
    ? toStatusError(status, headers, bytes, { repeatable: true, nowMs: Date.now() })
    : toUnreadableError(`status ${status}`)
}

export interface FetchOptions {
  lane: Lane
  signal: AbortSignal
  /** Accept JSON without any field of an inspection, because the service keeps returning it. */
  takesAnything?: boolean
}

/**
 * Requests the document of an inspection. A document without an id counts as the requested one, with a note in
 * `problem`.
 * @throws AppError as `Service.call`; upstream_failed when the response is not JSON, has no field of an inspection, or
 * is another inspection.
 */
export async function fetchDocument(
  service: Pick<Service, 'raw'>,
  auditId: AuditId,
  options: FetchOptions,
): Promise<FetchedDocument> {
  const { ownId, isLikely, ...read } = await readAnswer(await askService(service, auditId, options), options)
  if (!isLikely && options.takesAnything !== true) throw toUnreadableError('nothing of an inspection')
  if (ownId === undefined || ownId === null) return { ...read, auditId }
  const own = auditIdShape.safeParse(ownId)
  // Ids are hexadecimal in either case, so the service may answer with another spelling, but never for another
  // inspection.
  if (own.success && own.data.toLowerCase() === auditId.toLowerCase()) return { ...read, auditId: own.data }
  if (own.success) throw toUnreadableError('another inspection')
  return { ...read, auditId, problem: joinProblems([serverText('sync.document.invalidId'), read.problem]) }
}

/** A document to store as the version `modifiedAt`. `text` may be null if there are `bytes`. */
export type StoredDocument = Omit<FetchedDocument, 'document' | 'text'> & { text: string | null; modifiedAt: string }

/** A document as it is sent to the database. */
const contentOf = ({ bytes, text }: Pick<StoredDocument, 'bytes' | 'text'>): Buffer | string => bytes ?? text ?? ''

/** The approximate size of a document in bytes. */
export const sizeOfDocument = (document: Pick<StoredDocument, 'bytes' | 'text'>): number => contentOf(document).length

const toNewVersion = ({ auditId, modifiedAt, text, bytes }: StoredDocument): NewVersion => ({
  auditId,
  modifiedAt,
  readText: () => text ?? bytes?.toString() ?? '',
})

/**
 * How long a row waits for its second try when its document was older than the search reported. Each further try
 * doubles the pause.
 */
const behindDelaySeconds = 5
const behindAfter = (tries: string) =>
  `$1::timestamptz + least(3600, ${behindDelaySeconds} * 2 ^ least(${tries}, 12)) * interval '1 second'`

/** How many of the newest versions of an inspection are kept. */
export const versionsMax = 5

const insertRows = `insert into inspections (audit_id, modified_at, template_id)
  select * from ${unnestColumns(keyColumns, 1)} order by audit_id
  on conflict (audit_id) do nothing returning audit_id`

const updateRows = `update inspections as known set
    modified_at = greatest(known.modified_at, fresh.modified_at),
    template_id = coalesce(fresh.template_id, known.template_id),
    hydrated_modified_at = fresh.modified_at, ${setFromDocument},
    hydrate_error = null,
    hydrate_after = case when known.modified_at > fresh.modified_at then ${behindAfter('known.hydrate_tries')} end,
    hydrate_tries = case when known.modified_at > fresh.modified_at then known.hydrate_tries + 1 else 0 end
  from ${unnestColumns(allColumns, 2)}
  where known.audit_id = fresh.audit_id
    and (known.hydrated_modified_at is null or known.hydrated_modified_at <= fresh.modified_at)`

/** Postpones rows whose stored version is newer than the new document, but older than the search reported. */
const postponeRows = `update inspections set
    hydrate_tries = hydrate_tries + 1, hydrate_after = ${behindAfter('hydrate_tries')}
  where audit_id = any($2::text[])`

const deleteOldVersions = `delete from inspection_documents as kept
  using (select one.audit_id, one.modified_at,
           row_number() over (
             partition by one.audit_id order by one.modified_at = known.modified_at desc, one.modified_at desc
           ) as age
         from inspection_documents one join inspections known using (audit_id)
         where one.audit_id = any($1::text[])) as aged
  where kept.audit_id = aged.audit_id and kept.modified_at = aged.modified_at and aged.age > ${versionsMax}`

/** A document of any version proves access to the inspection, even if the service does not list it. */
const clearMarks = `update inspections set missing_at = null, missing_reason = null where audit_id = any($1::text[])`

interface KnownRow {
  audit_id: string
  modified_at: string
  hydrated_modified_at: string | null
  is_missing: boolean
  was_indexed: boolean
}

/**
 * Stored versions that are newer than their rows, because the rows were set back. A read that returns one of these
 * versions was late, or must prove that the version is the newest again.
 */
async function listSetBack(tx: Queryable, batch: readonly StoredDocument[]): Promise<Set<string>> {
  if (batch.length === 0) return new Set()
  const { rows } = await tx.query<{ audit_id: string; modified_at: string }>(
    `select kept.audit_id, kept.modified_at
     from unnest($1::text[], $2::timestamptz[]) as fresh (audit_id, modified_at)
     join inspection_documents kept using (audit_id, modified_at)
     join inspections known using (audit_id)
     where kept.modified_at > known.modified_at`,
    [batch.map(({ auditId }) => auditId), batch.map(({ modifiedAt }) => modifiedAt)],
  )
  return new Set(rows.map((row) => `${row.audit_id} ${row.modified_at}`))
}

/** Locks the rows of these ids in the order that every writer uses, to avoid deadlocks. */
async function lockRows(tx: Queryable, ids: readonly string[]): Promise<Map<string, KnownRow>> {
  const { rows } = await tx.query<KnownRow>(
    `select audit_id, modified_at, hydrated_modified_at, missing_at is not null as is_missing,
       search_version is not null as was_indexed from inspections
     where audit_id = any($1::text[]) order by audit_id for no key update`,
    [ids],
  )
  return new Map(rows.map((row) => [row.audit_id, row]))
}

async function insertMissing(tx: Queryable, newest: readonly StoredDocument[]): Promise<void> {
  const { rows } = await tx.query<{ audit_id: string }>(insertRows, columnValues(keyColumns, newest))
  if (rows.length === 0) return
  await tx.query(
    `insert into inspection_ids select * from unnest($1::text[]) as id order by id on conflict do nothing`,
    [rows.map((row) => row.audit_id)],
  )
}

/** The most documents that one statement sends. Other requests wait while it is sent. */
const sentAtOnce = 64

/** Each document is a parameter of its own, because elements of an array are escaped here and unescaped there. */
async function insertDocuments(tx: Queryable, batch: readonly StoredDocument[]): Promise<void> {
  for (let from = 0; from < batch.length; from += sentAtOnce) {
    const part = batch.slice(from, from + sentAtOnce)
    const places = part.map((_, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`)
    await tx.query(
      `insert into inspection_documents (audit_id, modified_at, document) values ${places.join(', ')}
       on conflict (audit_id, modified_at) do nothing`,
      part.flatMap((document) => [document.auditId, document.modifiedAt, contentOf(document)]),
    )
  }
}

/**
 * Stores documents as versions, together with the columns and search data of their rows: all of them or none. If a
 * version is newer than the row, the row advances to it. If it is older, it is stored, and the row keeps waiting for
 * its own version. Whatever the order in which the versions arrive, the row ends with the newest, unless `proof` shows
 * that the service now has another. The last five versions of each inspection are kept. An inspection that was marked
 * as missing exists again.
 * @throws as `Database.transaction`
 */
export async function storeDocuments(
  db: Database,
  batch: readonly StoredDocument[],
  nowMs: number,
  proof: readonly Proof[] = [],
): Promise<void> {
  if (batch.length === 0) return
  const ordered = batch.toSorted((a, b) => compareKeys(a.auditId, b.auditId) || compareKeys(a.modifiedAt, b.modifiedAt))
  const newestOfAll = ordered.filter((one, at) => ordered[at + 1]?.auditId !== one.auditId)
  const ids = newestOfAll.map(({ auditId }) => auditId)
  const now = new Date(nowMs)
  const store = async (tx: Queryable, before: ReadonlyMap<string, KnownRow>) => {
    await moveVersions(tx, proof)
    const known = proof.length === 0 ? before : await lockRows(tx, ids)
    // Only a version that is newer than its row can have been set back.
    const isAhead = ({ auditId, modifiedAt }: StoredDocument) => modifiedAt > (known.get(auditId)?.modified_at ?? '')
    const late = await listSetBack(tx, newestOfAll.filter(isAhead))
    const newest = newestOfAll.filter(({ auditId, modifiedAt }) => !late.has(`${auditId} ${modifiedAt}`))
    await insertDocuments(tx, ordered)
    const isNews = (one: StoredDocument) => one.modifiedAt >= (known.get(one.auditId)?.hydrated_modified_at ?? '')
    const news = newest.filter(isNews)
    if (news.length > 0) {
      await keepQuestionSets(tx, news)
      const decide = await versionWatch().watch?.(tx, news.map(toNewVersion))
      await tx.query(updateRows, [now, ...columnValues(allColumns, news)])
      const wasIndexed = (id: string) => known.get(id)?.was_indexed === true
      await replaceMedia(tx, news, wasIndexed)
      await replaceDetails(tx, news, wasIndexed)
      await decide?.(tx)
    }
    const behind = newest.filter((one) => {
      const row = isNews(one) ? undefined : known.get(one.auditId)
      return row !== undefined && row.modified_at !== row.hydrated_modified_at && row.modified_at > one.modifiedAt
    })
    if (behind.length > 0) await tx.query(postponeRows, [now, behind.map(({ auditId }) => auditId)])
    const backIds = ids.filter((id) => known.get(id)?.is_missing === true)
    if (backIds.length > 0) await tx.query(clearMarks, [backIds])
    const hasSeveral = (id: string) => before.get(id)?.hydrated_modified_at !== null
    const grown = ids.length < ordered.length ? ids : ids.filter(hasSeveral)
    if (grown.length > 0) await tx.query(deleteOldVersions, [grown])
  }
  const isStored = await db.transaction(async (tx) => {
    const rows = await lockRows(tx, ids)
    if (rows.size < ids.length) return false
    await store(tx, rows)
    return true
  })
  if (isStored) return
  // Rarely, the search has not found one of them yet. New rows come before all locks, as every writer does it, so this is
  // another transaction.
  await db.transaction(async (tx) => {
    await insertMissing(tx, newestOfAll)
    await store(tx, await lockRows(tx, ids))
  })
}

/** `storeDocuments` for one document. `from`: the row's version before the request, see `Proof`. */
export function storeDocument(db: Database, fetched: StoredDocument, nowMs: number, from?: string): Promise<void> {
  const { auditId, modifiedAt } = fetched
  return storeDocuments(db, [fetched], nowMs, from === undefined ? [] : [{ auditId, from, to: modifiedAt }])
}

function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
