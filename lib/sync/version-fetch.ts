import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { AuditId } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { fetchDocument, storeDocument, type FetchedDocument } from './documents/documents'

export interface VersionFetcherOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  clock: Clock
  log: DatabaseLog
}

/** Reads single inspections for a waiting person, and stores them. */
export interface VersionFetcher {
  /**
   * Concurrent readers share one request; a reader that leaves does not abort it.
   * @throws AppError as `Service.call`
   */
  fetch(auditId: AuditId, signal?: AbortSignal): Promise<FetchedDocument>
  /** The read of this inspection that is in progress, including storing it. */
  underWay(auditId: string): Promise<FetchedDocument> | undefined
}

/** Rejects as soon as the reader leaves; the work continues for others. */
function leaveOn<Value>(signal: AbortSignal | undefined, work: Promise<Value>): Promise<Value> {
  if (signal === undefined) return work
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason instanceof Error ? signal.reason : new Error('the reader left'))
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

export function createVersionFetcher({ database, service, clock, log }: VersionFetcherOptions): VersionFetcher {
  const fetches = new Map<string, Promise<FetchedDocument>>()

  const fetchAndStore = async (auditId: AuditId): Promise<FetchedDocument> => {
    const neverAborted = new AbortController().signal
    const fetched = await fetchDocument(service(), auditId, { lane: 'person', signal: neverAborted })
    const { modifiedAt } = fetched
    if (modifiedAt === null) return fetched
    try {
      await storeDocument(await database(), { ...fetched, modifiedAt }, clock.now())
      publishChange('inspections', [auditId])
    } catch (error) {
      // The person has the document; the hydration stores it in the index later.
      log.warn({ err: error, auditId }, 'a document was read but could not be kept')
    }
    return fetched
  }

  return {
    fetch: (auditId, signal) => {
      const running = fetches.get(auditId)
      if (running !== undefined) return leaveOn(signal, running)
      const work = fetchAndStore(auditId).finally(() => fetches.delete(auditId))
      fetches.set(auditId, work)
      return leaveOn(signal, work)
    },
    underWay: (auditId) => fetches.get(auditId),
  }
}
