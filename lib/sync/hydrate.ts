import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { auditId as auditIdShape } from '@/lib/ids'
import type { Service } from '@/lib/service/types'
import { fetchDocument, storeDocument } from './documents'
import { backOff, readTrouble, type Trouble } from './trouble'
import { createWaiter } from './waiter'

/**
 * Invariant: a version is fetched once. Whether it was is in its row (`hydrated_modified_at`), so neither a restart nor a
 * second reader fetches it again.
 */
export interface Hydrator {
  /** Rows may be waiting. */
  wake(): void
  /** These are on somebody's screen: before all others, the last call first, in the order given. */
  first(auditIds: readonly string[]): void
  /** Reads waiting rows until the signal aborts; resolves when nothing is in flight any more. */
  run(signal: AbortSignal): Promise<void>
  status(): { perMinute: number | null; tokenRefused: string | null }
}

export interface HydratorOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  clock: Clock
  log: DatabaseLog
  /** Documents in flight at once: enough to keep the governor's queue from running dry. */
  concurrency?: number
}

const pending = `(hydrated_modified_at is null or hydrated_modified_at <> modified_at)`
const batchRows = 100
const wantedMax = 20
const idleMs = 30_000

const behindTriesMax = 6

/**
 * The version a document counts as: its own; the row's when it does not tell. A document that stays older than the search
 * says is taken for the row's version in the end, or it would be fetched for ever.
 */
function versionOf(own: string | null, row: { modified_at: string; hydrate_tries: number }): string {
  if (own === null || (own < row.modified_at && row.hydrate_tries >= behindTriesMax)) return row.modified_at
  return own
}

export function createHydrator(options: HydratorOptions): Hydrator {
  const { clock, log, concurrency = 8 } = options
  const waiter = createWaiter(clock)
  const inFlight = new Map<string, Promise<void>>()
  /** Lists of ids on screens, newest last. */
  const wanted: Array<readonly string[]> = []
  let queue: string[] = []
  let finishedAt: number[] = []
  let generalFailures = 0
  let pauseUntil = 0
  let tokenRefused: string | null = null

  /** Of `ids`, those that wait for their document and are due, in the order given. */
  const keepDue = async (db: Database, ids: readonly string[]) => {
    const { rows } = await db.query<{ audit_id: string }>(
      `select audit_id from inspections
       where audit_id = any($1::text[]) and ${pending} and (hydrate_after is null or hydrate_after <= $2)`,
      [ids, new Date(clock.now())],
    )
    const due = new Set(rows.map((row) => row.audit_id))
    return ids.filter((id) => due.has(id) && !inFlight.has(id))
  }

  const take = async (db: Database): Promise<string | null> => {
    // The last one asked for ends up in front; what was asked for before stays ahead of what nobody looks at.
    for (const asked of wanted.splice(0)) {
      const due = await keepDue(db, asked)
      const ahead = new Set(due)
      queue = [...due, ...queue.filter((id) => !ahead.has(id))]
    }
    if (queue.length === 0) {
      const { rows } = await db.query<{ audit_id: string }>(
        `select audit_id from inspections
         where ${pending} and (hydrate_after is null or hydrate_after <= $1) and not audit_id = any($2::text[])
         order by modified_at desc limit ${batchRows}`,
        [new Date(clock.now()), [...inFlight.keys()]],
      )
      queue = rows.map((row) => row.audit_id)
    }
    return queue.shift() ?? null
  }

  /** Milliseconds until a row that failed before is due again. */
  const readNextDue = async (db: Database) => {
    const { rows } = await db.query<{ due: string | null }>(
      `select min(hydrate_after) as due from inspections where ${pending} and hydrate_after > $1`,
      [new Date(clock.now())],
    )
    const due = rows[0]?.due ?? null
    return due === null ? idleMs : Math.min(idleMs, Math.max(0, Date.parse(due) - clock.now()))
  }

  const noteGeneral = (trouble: Trouble) => {
    generalFailures += 1
    pauseUntil = clock.now() + Math.max(trouble.retryAfterMs ?? 0, backOff(generalFailures, 500, 30_000))
    if (trouble.isTokenRefused) tokenRefused = trouble.message
  }

  const noteFailure = async (db: Database, id: string, modifiedAt: string, tries: number, trouble: Trouble) => {
    // What the service cannot give now it may give soon; what it does not show us will hardly change within minutes.
    const isPassing = trouble.code === 'upstream_failed' || trouble.code === 'internal'
    const delayMs = isPassing ? backOff(tries, 5_000, 3_600_000) : backOff(tries, 60_000, 6 * 3_600_000)
    await db.query(
      `update inspections set hydrate_error = $3, hydrate_tries = hydrate_tries + 1, hydrate_after = $4
       where audit_id = $1 and modified_at = $2 and ${pending}`,
      [id, modifiedAt, trouble.code, new Date(clock.now() + Math.max(delayMs, trouble.retryAfterMs ?? 0))],
    )
  }

  const hydrate = async (db: Database, id: string, signal: AbortSignal): Promise<void> => {
    // A person's read may have brought it since the queue was filled.
    const { rows } = await db.query<{ modified_at: string; hydrate_tries: number }>(
      `select modified_at, hydrate_tries from inspections where audit_id = $1 and ${pending}`,
      [id],
    )
    const row = rows[0]
    if (row === undefined) return
    try {
      const known = auditIdShape.parse(id)
      const fetched = await fetchDocument(options.service(), known, { lane: 'background', signal })
      // The row keeps the id of the search, the document's own may differ in case.
      const modifiedAt = versionOf(fetched.modifiedAt, row)
      await storeDocument(db, { ...fetched, auditId: known, modifiedAt }, clock.now())
      generalFailures = 0
      tokenRefused = null
      finishedAt.push(clock.now())
    } catch (error) {
      // Stopped in the middle: the row still waits, and the next start reads it.
      if (signal.aborted) return
      const trouble = readTrouble(error)
      if (trouble.isGeneral) {
        noteGeneral(trouble)
        return
      }
      if (trouble.code === 'internal') log.error({ err: error, auditId: id }, 'a document could not be kept')
      await noteFailure(db, id, row.modified_at, row.hydrate_tries, trouble)
    }
  }

  const launch = (db: Database, id: string, signal: AbortSignal) => {
    const work = hydrate(db, id, signal)
      .catch((error: unknown) => {
        // Only our own database can fail here; the loop meets it again and pauses.
        noteGeneral(readTrouble(error))
      })
      .finally(() => {
        inFlight.delete(id)
        waiter.wake()
      })
    inFlight.set(id, work)
  }

  const step = async (signal: AbortSignal): Promise<void> => {
    const pauseMs = pauseUntil - clock.now()
    if (pauseMs > 0) return waiter.wait(pauseMs)
    if (inFlight.size >= concurrency) return waiter.wait(idleMs)
    const db = await options.database()
    const id = await take(db)
    if (id !== null) {
      if (!inFlight.has(id)) launch(db, id, signal)
      return
    }
    return waiter.wait(await readNextDue(db))
  }

  return {
    wake: () => {
      // Newest first: what was queued before is older than what just came.
      queue = []
      waiter.wake()
    },
    first: (auditIds) => {
      if (auditIds.length === 0) return
      wanted.push(auditIds)
      if (wanted.length > wantedMax) wanted.shift()
      waiter.wake()
    },
    run: async (signal) => {
      signal.addEventListener('abort', waiter.wake)
      while (!signal.aborted) {
        try {
          await step(signal)
        } catch (error) {
          const trouble = readTrouble(error)
          if (!trouble.isGeneral) log.error({ err: error }, 'the hydration stumbled')
          noteGeneral(trouble)
        }
      }
      signal.removeEventListener('abort', waiter.wake)
      await Promise.all(inFlight.values())
    },
    status: () => {
      const since = clock.now() - 60_000
      finishedAt = finishedAt.filter((at) => at > since)
      return { perMinute: finishedAt.length === 0 ? null : finishedAt.length, tokenRefused }
    },
  }
}
