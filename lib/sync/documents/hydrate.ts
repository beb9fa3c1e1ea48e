import 'server-only'
import { setMaxListeners } from 'node:events'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { tell } from '@/lib/events/publish'
import { auditId as auditIdShape } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { fetchDocument, storeDocuments, type StoredDocument } from './documents'
import { createGroupCommit } from './group-commit'
import { createHydrateMeter } from './meter'
import { createHydrateQueue, pending, type WaitingRow } from './queue'
import { joinProblems } from './read-document'
import { reindexDocuments } from './reindex'
import { backOff, readTrouble, type Trouble } from '@/lib/background/trouble'
import { createWaiter } from '@/lib/background/waiter'

export interface HydrateStatus {
  /** Documents read within the last minute; null when none. */
  perMinute: number | null
  /** Why the service refused the token, in words; null while it works. */
  tokenRefused: string | null
}

/**
 * Invariant: a version is fetched once. Whether it was is in its row (`hydrated_modified_at`), so neither a restart nor a
 * second reader fetches it again.
 */
export interface Hydrator {
  /** Rows may be waiting. */
  wake(): void
  /** These are on somebody's screen: before all others, the last call first, in the order given. */
  first(auditIds: readonly string[]): void
  /**
   * Reads waiting rows until the signal aborts; resolves when nothing is in flight any more. Beside it, rows that an other
   * version of the console made searchable are made so again from their kept documents.
   */
  run(signal: AbortSignal): Promise<void>
  status(): HydrateStatus
  /** Ends with the read of this document that is under way; at once when there is none. */
  underWay(auditId: string): Promise<void>
}

export interface HydratorOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  clock: Clock
  log: DatabaseLog
  /** Documents asked for at once: enough to keep the governor's queue, or a service without limits, from running dry. */
  concurrency?: number
}

const idleMs = 30_000

/** After how many tries a document that stays older than the search says is taken for the row's version. */
const behindTriesMax = 6
/** After how many tries JSON that has nothing of an inspection is kept as what the service has. */
const strangeTriesMax = 3

/**
 * The version a document counts as: its own; the row's when it does not tell. A document that stays older than the search
 * says is taken for the row's version in the end, or it would be fetched for ever.
 */
function versionOf(own: string | null, row: WaitingRow): { modifiedAt: string; problem: string | null } {
  if (own === null) return { modifiedAt: row.modified_at, problem: null }
  if (own >= row.modified_at || row.hydrate_tries < behindTriesMax) return { modifiedAt: own, problem: null }
  return { modifiedAt: row.modified_at, problem: `It says that it was modified at ${own}, the search says later.` }
}

export function createHydrator(options: HydratorOptions): Hydrator {
  const { clock, log, concurrency = 24 } = options
  const waiter = createWaiter(clock)
  const queue = createHydrateQueue(clock)
  const meter = createHydrateMeter(clock)
  /** Rows from the request to the commit, by id. */
  const inFlight = new Map<string, Promise<void>>()
  let asking = 0
  let generalFailures = 0
  /** Items that the service failed at since the last document. */
  let failuresInARow = 0
  let pauseUntil = 0
  let tokenRefused: string | null = null

  const commit = createGroupCommit<StoredDocument>({
    store: async (group) => {
      await storeDocuments(await options.database(), group, clock.now())
      tell(
        'inspections',
        group.map(({ auditId }) => auditId),
      )
      tell('system')
    },
    sizeOf: (document) => document.text.length,
  })

  const noteGeneral = (trouble: Trouble) => {
    generalFailures += 1
    pauseUntil = clock.now() + Math.max(trouble.retryAfterMs ?? 0, backOff(generalFailures, 500, 30_000))
    if (trouble.isTokenRefused) tokenRefused = trouble.message
    queue.mixForAWhile()
  }

  const noteFailure = async (db: Database, row: WaitingRow, trouble: Trouble) => {
    // What the service cannot give now it may give soon; what it does not show us will hardly change within minutes.
    const isPassing = trouble.code === 'upstream_failed' || trouble.code === 'internal'
    const tries = row.hydrate_tries
    const delayMs = isPassing ? backOff(tries, 5_000, 3_600_000) : backOff(tries, 60_000, 6 * 3_600_000)
    if (trouble.code === 'upstream_failed') {
      queue.mixForAWhile()
      failuresInARow += 1
      // It may be all of them: slower, yet not stopped, because it may be one broken template too.
      if (failuresInARow >= concurrency)
        pauseUntil = Math.max(pauseUntil, clock.now() + backOff(failuresInARow - concurrency, 500, 5_000))
    }
    await db.query(
      `update inspections set hydrate_error = $3, hydrate_tries = hydrate_tries + 1, hydrate_after = $4
       where audit_id = $1 and modified_at = $2 and ${pending}`,
      [
        row.audit_id,
        row.modified_at,
        trouble.code,
        new Date(clock.now() + Math.max(delayMs, trouble.retryAfterMs ?? 0)),
      ],
    )
  }

  /** How many to launch now. After trouble one at a time feels its way, until a document comes. */
  const countFree = (): number => {
    if (commit.isFull()) return 0
    const free = (generalFailures > 0 ? 1 : concurrency) - asking
    // In groups, so that a fast service does not cost a query for each document.
    return free >= concurrency / 4 || queue.hasWanted() || asking === 0 ? free : 0
  }

  /** The loop sleeps while there is nothing to launch: to wake it for each document would cost more than the launch. */
  const wakeIfFree = () => {
    if (countFree() > 0) waiter.wake()
  }

  const ask = async (row: WaitingRow, signal: AbortSignal): Promise<StoredDocument> => {
    asking += 1
    try {
      // The row keeps the id of the search, the document's own may differ in case.
      const auditId = auditIdShape.parse(row.audit_id)
      const takesAnything = row.hydrate_tries >= strangeTriesMax
      const { document: _, ...fetched } = await fetchDocument(options.service(), auditId, {
        lane: 'background',
        signal,
        takesAnything,
      })
      const { modifiedAt, problem } = versionOf(fetched.modifiedAt, row)
      return { ...fetched, auditId, modifiedAt, problem: joinProblems([problem, fetched.problem]) }
    } finally {
      asking -= 1
      wakeIfFree()
    }
  }

  const hydrate = async (db: Database, row: WaitingRow, signal: AbortSignal): Promise<void> => {
    try {
      await commit.add(await ask(row, signal))
      generalFailures = 0
      failuresInARow = 0
      tokenRefused = null
      meter.count(1)
    } catch (error) {
      // Stopped in the middle: the row still waits, and the next start reads it.
      if (signal.aborted) return
      const trouble = readTrouble(error)
      if (trouble.isGeneral) {
        noteGeneral(trouble)
        return
      }
      if (trouble.code === 'internal') log.error({ err: error, auditId: row.audit_id }, 'a document could not be kept')
      await noteFailure(db, row, trouble)
      tell('inspections', [row.audit_id])
    }
  }

  const launch = (db: Database, row: WaitingRow, signal: AbortSignal) => {
    const work = hydrate(db, row, signal)
      .catch((error: unknown) => {
        // Only our own database can fail here; the loop meets it again and pauses.
        noteGeneral(readTrouble(error))
      })
      .finally(() => {
        inFlight.delete(row.audit_id)
        wakeIfFree()
      })
    inFlight.set(row.audit_id, work)
  }

  const step = async (signal: AbortSignal): Promise<void> => {
    const pauseMs = pauseUntil - clock.now()
    if (pauseMs > 0) return waiter.wait(pauseMs)
    const free = countFree()
    if (free <= 0) return waiter.wait(idleMs)
    const db = await options.database()
    const rows = await queue.take(db, free, new Set(inFlight.keys()))
    for (const row of rows) if (!signal.aborted && !inFlight.has(row.audit_id)) launch(db, row, signal)
    if (rows.length === 0) await waiter.wait(Math.min(idleMs, (await queue.readNextDue(db)) ?? idleMs))
  }

  const reindex = async (signal: AbortSignal): Promise<void> => {
    try {
      await reindexDocuments({ db: await options.database(), log, signal })
    } catch (error) {
      log.warn({ err: error }, 'kept documents could not be indexed again; the next start tries it')
    }
  }

  return {
    wake: () => {
      // Newest first: what was queued before is older than what just came.
      queue.forgetOthers()
      waiter.wake()
    },
    first: (auditIds) => {
      if (auditIds.length === 0) return
      queue.want(auditIds)
      waiter.wake()
    },
    run: async (signal) => {
      // Each request listens, and there are more of them than Node takes for a leak.
      const own = new AbortController()
      setMaxListeners(0, own.signal)
      const onAbort = () => {
        own.abort(signal.reason)
        waiter.wake()
      }
      if (signal.aborted) onAbort()
      signal.addEventListener('abort', onAbort)
      const reindexing = reindex(signal)
      while (!signal.aborted) {
        try {
          await step(own.signal)
        } catch (error) {
          const trouble = readTrouble(error)
          if (!trouble.isGeneral) log.error({ err: error }, 'the hydration stumbled')
          noteGeneral(trouble)
        }
      }
      signal.removeEventListener('abort', onAbort)
      await Promise.all([reindexing, ...inFlight.values()])
    },
    status: () => ({
      perMinute: meter.perMinute(),
      tokenRefused,
    }),
    underWay: async (auditId) => inFlight.get(auditId),
  }
}
