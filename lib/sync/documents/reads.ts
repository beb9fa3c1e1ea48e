import 'server-only'
import { readTrouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { sizeOfDocument, storeDocuments, type StoredDocument } from './documents'
import { createGroupCommit } from '@/lib/background/group-commit'
import type { HydrateMeter } from './meter'
import type { HydratePace } from './pace'
import type { HydrateQueue, WaitingRow } from './queue'
import { postponeRow, readRow } from './read-row'

export interface DocumentReadsOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  clock: Clock
  log: DatabaseLog
  concurrency: number
  queue: Pick<HydrateQueue, 'hasWanted'>
  pace: HydratePace
  meter: Pick<HydrateMeter, 'count'>
  /** Reads have ended, so more may start. */
  onFree: () => void
}

/** The reads of documents in progress, from the request to the commit. */
export interface DocumentReads {
  /** How many reads may start now. */
  countFree(): number
  /** Reads a row's document and stores it. Skips a row that is already being read. */
  launch(db: Database, row: WaitingRow, signal: AbortSignal): void
  /** Ids of the rows in progress. */
  ids(): ReadonlySet<string>
  /** Resolves when the read of this document ends; at once when there is none. */
  underWay(auditId: string): Promise<void>
  /** Resolves when all reads that are in progress now have ended. */
  allEnded(): Promise<unknown>
}

export function createDocumentReads(options: DocumentReadsOptions): DocumentReads {
  const { clock, log, concurrency, queue, pace, meter } = options
  const inFlight = new Map<string, Promise<void>>()
  /** Reads without a response yet. */
  let asking = 0

  const commit = createGroupCommit<StoredDocument>({
    store: async (group) => {
      await storeDocuments(await options.database(), group, clock.now())
      publishChange(
        'inspections',
        group.map(({ auditId }) => auditId),
      )
      publishChange('system')
    },
    sizeOf: sizeOfDocument,
  })

  const countFree = (): number => {
    if (commit.isFull()) return 0
    const free = pace.readsMax() - asking
    // Reads start in groups, so that a fast service does not cause a query for each document.
    return free >= concurrency / 4 || queue.hasWanted() || asking === 0 ? free : 0
  }

  /** The loop sleeps while there is nothing to start. Waking it for each document would cost more than the start. */
  const reportFree = () => {
    if (countFree() > 0) options.onFree()
  }

  const ask = async (row: WaitingRow, signal: AbortSignal): Promise<StoredDocument> => {
    asking += 1
    try {
      return await readRow(options.service(), row, signal)
    } finally {
      asking -= 1
      reportFree()
    }
  }

  const hydrate = async (db: Database, row: WaitingRow, signal: AbortSignal): Promise<void> => {
    try {
      await commit.add(await ask(row, signal))
      pace.noteSuccess()
      meter.count(1)
    } catch (error) {
      // The read was stopped. The row still waits, so the next start reads it.
      if (signal.aborted) return
      const trouble = readTrouble(error)
      if (trouble.isGeneral) {
        pace.noteGeneral(trouble)
        return
      }
      if (trouble.code === 'internal') log.error({ err: error, auditId: row.audit_id }, 'a document could not be kept')
      if (trouble.code === 'upstream_failed') pace.noteFailedDocument()
      await postponeRow(db, row, trouble, clock.now())
      publishChange('inspections', [row.audit_id])
    }
  }

  return {
    countFree,
    launch: (db, row, signal) => {
      if (inFlight.has(row.audit_id)) return
      const work = hydrate(db, row, signal)
        // Only our own database can fail here. The loop meets the same error and pauses.
        .catch((error: unknown) => pace.noteGeneral(readTrouble(error)))
        .finally(() => {
          inFlight.delete(row.audit_id)
          reportFree()
        })
      inFlight.set(row.audit_id, work)
    },
    ids: () => new Set(inFlight.keys()),
    underWay: async (auditId) => inFlight.get(auditId),
    allEnded: () => Promise.all(inFlight.values()),
  }
}
