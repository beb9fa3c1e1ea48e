import 'server-only'
import type { Readable } from 'node:stream'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { auditId as auditIdShape, type AuditId } from '@/lib/ids'
import { summariseInspection } from '@/lib/report/model'
import type { InspectionSummary } from '@/lib/report/types'
import { toStatusError } from '@/lib/service/errors'
import type { Lane, RawAnswer, Service } from '@/lib/service/types'
import { normaliseInstant } from './instants'

/** A document of the service, read but not stored yet. */
export interface FetchedDocument {
  /** The id the document itself has: the service's own spelling of the one asked for. */
  auditId: AuditId
  /** As it came. */
  text: string
  document: Record<string, unknown>
  summary: InspectionSummary
  /** Null when the document does not tell. */
  modifiedAt: string | null
}

const documentBytesMax = 32 * 1024 * 1024
const streamTimeoutMs: Record<Lane, number> = { person: 60_000, background: 240_000 }

function unreadable(cause?: unknown): AppError {
  return new AppError(
    'upstream_failed',
    'The service answered with something that is not an inspection. What was known of it is kept, and it is tried again.',
    { cause },
  )
}

async function readStream(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      const part = chunk as Buffer
      bytes += part.length
      if (bytes > documentBytesMax) throw unreadable('larger than the cap')
      chunks.push(part)
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('upstream_failed', 'The answer of the service was cut off. It is tried again.', { cause: error })
  } finally {
    stream.destroy()
  }
  return Buffer.concat(chunks)
}

async function readBytes(answer: RawAnswer): Promise<Uint8Array> {
  if (answer.bytes !== null) return answer.bytes
  return answer.stream === null ? new Uint8Array() : readStream(answer.stream)
}

function parseDocument(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw unreadable(error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable()
  return value as Record<string, unknown>
}

/**
 * Asks the service for the document of an inspection.
 * @throws AppError as `Service.call`; upstream_failed when the answer is not this inspection.
 */
export async function fetchDocument(
  service: Pick<Service, 'raw'>,
  auditId: AuditId,
  options: { lane: Lane; signal: AbortSignal },
): Promise<FetchedDocument> {
  // A large document is streamed, and the client's deadline ends at its head: one that trickles in is given up here.
  // Not AbortSignal.any: what it hangs on a signal as old as the console stays there, a little for each document.
  const stop = new AbortController()
  const onAbort = () => stop.abort(options.signal.reason)
  if (options.signal.aborted) onAbort()
  options.signal.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(
    () => stop.abort(new DOMException('The document took too long', 'TimeoutError')),
    streamTimeoutMs[options.lane],
  )
  let answer: RawAnswer
  let bytes: Uint8Array
  try {
    answer = await service.raw('getInspection', { params: { auditId } }, { lane: options.lane, signal: stop.signal })
    bytes = await readBytes(answer)
  } finally {
    clearTimeout(timer)
    options.signal.removeEventListener('abort', onAbort)
  }
  if (answer.status !== 200)
    throw answer.status >= 400
      ? toStatusError(answer.status, answer.headers, bytes, { repeatable: true, nowMs: Date.now() })
      : unreadable(`status ${answer.status}`)
  const text = new TextDecoder().decode(bytes)
  const document = parseDocument(text)
  const own = auditIdShape.safeParse(document['audit_id'])
  // Ids are hexadecimal in either case, so the service may answer for another spelling; never for another inspection.
  if (!own.success || own.data.toLowerCase() !== auditId.toLowerCase()) throw unreadable('another inspection')
  const summary = summariseInspection(document)
  return { auditId: own.data, text, document, summary, modifiedAt: normaliseInstant(summary.modifiedAt) }
}

/** PostgreSQL's text cannot hold NUL, which JSON can. */
function cleanText(text: string | null): string | null {
  return text?.replaceAll('\u0000', '') ?? null
}

function cleanNumber(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null
}

/** How long a row whose document came older than the search said waits for its second try; doubled at each. */
const behindDelaySeconds = 5

/**
 * Keeps a document as the version `modifiedAt` with what the list shows of it, all or nothing. A newer version than the
 * row's advances the row; an older one is kept, but leaves the row waiting for its own.
 */
export async function storeDocument(
  db: Database,
  fetched: FetchedDocument & { modifiedAt: string },
  nowMs: number,
): Promise<void> {
  const { auditId, modifiedAt, text, summary } = fetched
  const templateId = cleanText(summary.templateId)
  await db.transaction(async (tx) => {
    await tx.query(
      `insert into inspections (audit_id, modified_at, template_id) values ($1, $2, $3) on conflict (audit_id) do nothing`,
      [auditId, modifiedAt, templateId],
    )
    await tx.query(
      `insert into inspection_documents (audit_id, modified_at, document) values ($1, $2, $3)
       on conflict (audit_id, modified_at) do nothing`,
      [auditId, modifiedAt, text],
    )
    await tx.query(
      `update inspections set
         modified_at = greatest(modified_at, $2), template_id = coalesce($3, template_id), hydrated_modified_at = $2,
         title = $4, template_name = $5, site_name = $6, author_name = $7, document_no = $8,
         score = $9, total_score = $10, score_percentage = $11,
         failed_count = $12, item_count = $13, media_count = $14,
         created_at = $15, date_started = $16, date_completed = $17, archived = $18,
         hydrate_error = null, hydrate_after = null,
         hydrate_tries = case when modified_at > $2 then hydrate_tries else 0 end
       where audit_id = $1 and (hydrated_modified_at is null or hydrated_modified_at <= $2)`,
      [
        auditId,
        modifiedAt,
        templateId,
        cleanText(summary.title),
        cleanText(summary.templateName),
        cleanText(summary.siteName),
        cleanText(summary.authorName),
        cleanText(summary.documentNo),
        cleanNumber(summary.score),
        cleanNumber(summary.totalScore),
        cleanNumber(summary.scorePercentage),
        summary.failedCount,
        summary.itemCount,
        summary.mediaCount,
        normaliseInstant(summary.createdAt),
        normaliseInstant(summary.dateStarted),
        normaliseInstant(summary.dateCompleted),
        summary.archived,
      ],
    )
    await tx.query(
      `update inspections set
         hydrate_tries = hydrate_tries + 1,
         hydrate_after = $3::timestamptz + least(3600, ${behindDelaySeconds} * 2 ^ least(hydrate_tries, 12)) * interval '1 second'
       where audit_id = $1 and modified_at > $2 and (hydrated_modified_at is null or hydrated_modified_at <> modified_at)`,
      [auditId, modifiedAt, new Date(nowMs)],
    )
  })
}
