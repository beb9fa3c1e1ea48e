import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import type { EventKind } from '@/lib/events/schema'
import type { Service } from '@/lib/service/types'
import type { Sync } from '@/lib/sync/sync'
import { serverText } from '@/lib/server-text'
import { createPokes } from './pokes'
import { createRereads } from './rereads'
import { retryLater } from './retry'
import { forgetOldSecrets } from './secrets'
import {
  finish,
  finishReached,
  forgetOldDeliveries,
  ignoreOthers,
  readDue,
  readNextDue,
  type DueDelivery,
} from './store'

/**
 * Updates the index from deliveries. One pass of the sync reads the changes of many deliveries. Changes that the
 * service's list cannot show or did not show are read as single inspections, once for all deliveries of an inspection.
 * A delivery is done when the index has what it announces. Until then it waits in its table, so that no delivery is
 * lost when a process dies.
 */

export interface InboxOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  sync: () => Pick<Sync, 'leads' | 'poke' | 'hydrateFirst' | 'passes' | 'afterReads'>
  clock: Clock
  /** Notifies open screens of changes. */
  publishChange?: (kind: EventKind, ids?: readonly string[]) => void
  /** Runs a read of an inspection independently of the turns. */
  run: (task: () => Promise<void>) => void
}

export interface Inbox {
  /**
   * Processes what is due.
   * @returns the pause until the next turn, in milliseconds
   */
  turn(signal: AbortSignal): Promise<number>
  /** Call it after storing a delivery, so that open screens show it. */
  noteNews(): void
}

/** The most rows that one turn reads. */
const dueMax = 500
/** The most rows that may wait for the end of a pass. Above that, no further rows are read. */
const heldMax = 2_000
const busyMs = 200
/**
 * Pause after a turn, as a multiple of its duration. Reading thousands of waiting rows takes a while, and most of the
 * time must be left for other work.
 */
const restPerTurn = 4
/**
 * Longest pause without due deliveries. The syncing console finds deliveries stored by other consoles only by reading
 * the table.
 */
const idleMs = { embedded: 5_000, server: 1_000 }
const forgetEveryMs = 3_600_000

/** Due deliveries by their next step. */
interface SortedDue {
  /** Changes that wait for a pass that has not begun yet. */
  fresh: DueDelivery[]
  /** Changes that the index has. */
  listed: DueDelivery[]
  /** Changes whose documents the hydration should read first. */
  hydrate: DueDelivery[]
  /** Inspections that are read individually, with their deliveries. */
  reread: Map<string, DueDelivery[]>
}

/** Whether a change is in the index after the pass that should have read it. */
function isListed(row: DueDelivery): boolean {
  if (row.indexed_at === null || row.is_missing) return false
  return row.resource_version === null || row.resource_version <= row.indexed_at
}

export function createInbox(options: InboxOptions): Inbox {
  const { clock, publishChange = () => undefined } = options
  const pokes = createPokes(clock)
  /** For each delivery the number of the pass after which the index should have its change. */
  const awaited = new Map<string, number>()
  let forgottenAt = -Infinity
  let isNews = false
  const noteNews = () => {
    isNews = true
  }
  const rereads = createRereads({ ...options, publishChange, onNews: noteNews })

  const now = () => new Date(clock.now())

  const forgetOld = async (db: Database): Promise<void> => {
    if (Math.abs(clock.now() - forgottenAt) <= forgetEveryMs) return
    forgottenAt = clock.now()
    await forgetOldDeliveries(db)
    await forgetOldSecrets(db)
  }

  const sortDue = (due: readonly DueDelivery[]): SortedDue => {
    const sorted: SortedDue = { fresh: [], listed: [], hydrate: [], reread: new Map() }
    for (const row of due) {
      const isAfterPass = awaited.has(row.delivery_id)
      if (!row.wants_reread && !isAfterPass) sorted.fresh.push(row)
      else if (row.wants_reread || !isListed(row))
        sorted.reread.set(row.resource_id, [...(sorted.reread.get(row.resource_id) ?? []), row])
      else if (row.is_hydrated) sorted.listed.push(row)
      else sorted.hydrate.push(row)
    }
    return sorted
  }

  /** Ends or postpones the changes that a pass has read. */
  const settlePassed = async (db: Database, { listed, hydrate }: SortedDue): Promise<void> => {
    await finish(db, listed, { state: 'done', now: now(), note: serverText('webhooks.listed') })
    if (hydrate.length === 0) return
    noteNews()
    await retryLater(db, clock, hydrate, { note: serverText('webhooks.documentPending') })
    options.sync().hydrateFirst([...new Set(hydrate.map((row) => row.resource_id))])
  }

  const askForPass = (fresh: readonly DueDelivery[]): void => {
    if (fresh.length === 0 || !pokes.take()) return
    // The number is read here: a pass that began after the table was read may have started before the last change.
    const { begun } = options.sync().passes()
    for (const row of fresh) awaited.set(row.delivery_id, begun + 1)
    options.sync().poke()
    noteNews()
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now()
    const db = await options.database()
    const sync = options.sync()
    if (db.kind !== 'embedded' && !sync.leads()) {
      awaited.clear()
      return idleMs.server
    }
    await forgetOld(db)
    const passes = sync.passes()
    const held = [...awaited].filter(([, pass]) => pass > passes.ended).map(([id]) => id)
    const ended = (await ignoreOthers(db, now())) + (await finishReached(db, now()))
    const due = held.length >= heldMax ? [] : await readDue(db, { now: now(), held, limit: dueMax })
    const sorted = sortDue(due)
    await settlePassed(db, sorted)
    // A delivery whose pass has ended is due. If it is not due, it has ended and is forgotten here. Deliveries beyond
    // the limit of this turn request a pass again.
    if (due.length < dueMax) {
      const known = new Set([...held, ...due.map((row) => row.delivery_id)])
      for (const id of awaited.keys()) if (!known.has(id)) awaited.delete(id)
    }
    rereads.start(db, sorted.reread, signal)
    askForPass(sorted.fresh)
    if (isNews || ended > 0) publishChange('webhooks')
    isNews = false

    if (held.length + due.length > 0) return Math.max(busyMs, restPerTurn * (clock.now() - startedAt))
    const next = await readNextDue(db, held)
    const idle = idleMs[db.kind]
    return next === null ? idle : Math.min(idle, Math.max(20, next.getTime() - clock.now()))
  }

  return { turn, noteNews }
}
