import 'server-only'
import { readTrouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { storeDocuments, type StoredDocument } from './documents'
import { createGroupCommit } from './group-commit'
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
  /** Reads ended, and more may be launched. */
  onFree: () => void
}

/** The reads of documents that are under way, from the request to the commit. */
export interface DocumentReads {
  /** How many may be launched now. */
  countFree(): number
  /** Reads a row's document and stores it. A row that is under way already is left alone. */
  launch(db: Database, row: WaitingRow, signal: AbortSignal): void
  /** Ids of the rows under way. */
  ids(): ReadonlySet<string>
  /** Ends with the read of this document; at once when there is none. */
  underWay(auditId: string): Promise<void>
  /** Resolves when nothing of what is under way now is under way any more. */
  allEnded(): Promise<unknown>
}

export function createDocumentReads(options: DocumentReadsOptions): DocumentReads {
  const { clock, log, concurrency, queue, pace, meter } = options
  const inFlight = new Map<string, Promise<void>>()
  /** Reads whose answer is not there yet. */
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
    sizeOf: (document) => document.text.length,
  })

  const countFree = (): number => {
    if (commit.isFull()) return 0
    const free = pace.readsMax() - asking
    // In groups, so that a fast service does not cost a query for each document.
    return free >= concurrency / 4 || queue.hasWanted() || asking === 0 ? free : 0
  }

  /** The loop sleeps while there is nothing to launch: waking it for each document would cost more than the launch. */
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
      // Stopped in the middle: the row still waits, and the next start reads it.
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
        // Only our own database can fail here; the loop meets the failure again and pauses.
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
