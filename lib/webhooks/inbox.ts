import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import type { EventKind } from '@/lib/events/schema'
import type { Service } from '@/lib/service/types'
import type { Sync } from '@/lib/sync/sync'
import { lookAt } from './look'
import { createPokes } from './pokes'
import { forgetOldSecrets } from './secrets'
import {
  finish,
  finishReached,
  forgetOldDeliveries,
  ignoreOthers,
  postpone,
  readDue,
  readNextDue,
  type DueDelivery,
} from './store'

/**
 * Makes the index follow what deliveries point at. A change is left to a pass of the sync, however many tell of one; what
 * the list cannot tell, or did not bring, is read itself, once for all that point at it. A delivery is ended when the index
 * has it; until then it waits in its table, whoever dies.
 */

export interface InboxOptions {
  database: () => Promise<Database>
  service: () => Pick<Service, 'raw'>
  sync: () => Pick<Sync, 'leads' | 'poke' | 'hydrateFirst' | 'passes' | 'afterReads'>
  clock: Clock
  /** Tells open screens what changed. */
  tell?: (kind: EventKind, ids?: readonly string[]) => void
  /** Runs a read of an inspection beside the turns. */
  run: (task: () => Promise<void>) => void
}

export interface Inbox {
  /** Takes what is due. @returns the pause until the next look at the table */
  turn(signal: AbortSignal): Promise<number>
  /** Something new was kept, which open screens do not know yet. */
  noteNews(): void
}

/** Rows of one look at the table. */
const dueMax = 500
/** Rows that wait for the end of a pass; beyond them the table is not read. */
const heldMax = 2_000
const looksAtOnce = 4
/** One inspection is not read more often, whatever is told of it. */
const lookEveryMs = 1_000
const busyMs = 200
/** Thousands that wait take a while to look through: the most of the time is others'. */
const restPerTurn = 4
/** Of several consoles, the one that syncs hears of what the others have kept by looking. */
const idleMs = { embedded: 5_000, server: 1_000 }
const forgetEveryMs = 3_600_000
/** Doubled at each try: half an hour in all. */
const firstPauseMs = 250
const pauseMsMax = 600_000
const triesMax = 14
/** Inspections an hour that are taken for missing because the token may not see them. More is for a full compare. */
const refusalsAnHour = 20

export function createInbox(options: InboxOptions): Inbox {
  const { clock, tell = () => undefined } = options
  const pokes = createPokes(clock)
  /** By delivery: the pass after which the index should have it. */
  const awaited = new Map<string, number>()
  /** Inspections that are being read. */
  const looking = new Set<string>()
  const lookedAt = new Map<string, number>()
  let refusals: number[] = []
  let forgottenAt = -Infinity
  let isNews = false

  const now = () => new Date(clock.now())
  const after = (ms: number) => new Date(clock.now() + ms)

  const mayBelieveRefusal = (): boolean => {
    refusals = refusals.filter((at) => clock.now() - at < 3_600_000)
    if (refusals.length >= refusalsAnHour) return false
    refusals.push(clock.now())
    return true
  }

  /** Another try later, or the end after many. */
  const tryLater = async (db: Database, rows: readonly DueDelivery[], note: string, waitMs = 0): Promise<void> => {
    isNews = true
    const over = rows.filter((row) => row.tries + 1 >= triesMax)
    await finish(db, over, { state: 'failed', now: now(), note: `${note} It was given up after ${triesMax} tries.` })
    for (const row of rows.filter((one) => !over.includes(one))) {
      const pauseMs = Math.min(pauseMsMax, firstPauseMs * 2 ** Math.min(row.tries, 30))
      await postpone(db, [row], { dueAt: after(Math.max(waitMs, pauseMs)), note, counts: true })
    }
  }

  const look = async (db: Database, auditId: string, rows: readonly DueDelivery[], stopping: AbortSignal) => {
    // Of its own: what listens goes with the look.
    const signal = AbortSignal.any([stopping])
    await leaveOn(signal, options.sync().afterReads(auditId))
    if (signal.aborted) return
    const end = await lookAt(auditId, rows, { db, service: options.service(), clock, signal, mayBelieveRefusal })
    isNews = true
    if (end.kind === 'done') tell('inspections', [auditId])
    if (end.kind === 'given up') await finish(db, rows, { state: 'failed', now: now(), note: end.note })
    if (end.kind !== 'trouble') return
    const { trouble } = end
    // The service or the way to it is down, which is no delivery's fault.
    if (trouble.isGeneral)
      await postpone(db, rows, {
        dueAt: after(Math.max(trouble.retryAfterMs ?? 0, 5_000)),
        note: trouble.message,
        counts: false,
      })
    else await tryLater(db, rows, trouble.message, trouble.retryAfterMs ?? 0)
  }

  const startLooks = (db: Database, wanted: ReadonlyMap<string, DueDelivery[]>, signal: AbortSignal): void => {
    for (const [auditId, at] of lookedAt) if (Math.abs(clock.now() - at) >= lookEveryMs) lookedAt.delete(auditId)
    for (const [auditId, rows] of wanted) {
      if (signal.aborted || looking.size >= looksAtOnce) return
      if (looking.has(auditId) || lookedAt.has(auditId)) continue
      looking.add(auditId)
      options.run(() =>
        look(db, auditId, rows, signal).finally(() => {
          looking.delete(auditId)
          lookedAt.set(auditId, clock.now())
        }),
      )
    }
  }

  /** What a pass that began after it was told has made of a change. */
  const judgePassed = async (db: Database, row: DueDelivery): Promise<'ended' | 'reading' | 'look'> => {
    const isListed =
      row.indexed_at !== null &&
      !row.is_missing &&
      (row.resource_version === null || row.resource_version <= row.indexed_at)
    if (!isListed) return 'look'
    if (!row.is_hydrated) {
      await tryLater(db, [row], 'The index has it, and its document is still to be read.')
      return 'reading'
    }
    await finish(db, [row], {
      state: 'done',
      now: now(),
      note: 'The list was read after it, and its document is there.',
    })
    return 'ended'
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const startedAt = clock.now()
    const db = await options.database()
    const sync = options.sync()
    if (db.kind !== 'embedded' && !sync.leads()) {
      awaited.clear()
      return idleMs.server
    }
    if (Math.abs(clock.now() - forgottenAt) > forgetEveryMs) {
      forgottenAt = clock.now()
      await forgetOldDeliveries(db)
      await forgetOldSecrets(db)
    }
    const passes = sync.passes()
    const held = [...awaited].filter(([, pass]) => pass > passes.ended).map(([id]) => id)
    const ended = (await ignoreOthers(db, now())) + (await finishReached(db, now()))
    const due = held.length >= heldMax ? [] : await readDue(db, { now: now(), held, limit: dueMax })

    const looks = new Map<string, DueDelivery[]>()
    const reading = new Set<string>()
    const fresh: DueDelivery[] = []
    for (const row of due) {
      const isAfterPass = awaited.has(row.delivery_id)
      if (!row.wants_look && !isAfterPass) {
        fresh.push(row)
        continue
      }
      const state = row.wants_look ? 'look' : await judgePassed(db, row)
      if (state === 'reading') reading.add(row.resource_id)
      if (state === 'look') looks.set(row.resource_id, [...(looks.get(row.resource_id) ?? []), row])
    }
    // Those of which a pass has ended are due; who is not is ended by now. What was cut off here asks for a pass again.
    if (due.length < dueMax) {
      const known = new Set([...held, ...due.map((row) => row.delivery_id)])
      for (const id of awaited.keys()) if (!known.has(id)) awaited.delete(id)
    }
    startLooks(db, looks, signal)
    if (reading.size > 0) sync.hydrateFirst([...reading])
    if (fresh.length > 0 && pokes.take()) {
      // Counted now: a pass that has begun since the table was read may have asked before the last of them happened.
      const { begun } = sync.passes()
      for (const row of fresh) awaited.set(row.delivery_id, begun + 1)
      sync.poke()
      isNews = true
    }
    if (isNews || ended > 0) tell('webhooks')
    isNews = false

    if (held.length + due.length > 0) return Math.max(busyMs, restPerTurn * (clock.now() - startedAt))
    const next = await readNextDue(db, held)
    const idle = idleMs[db.kind]
    return next === null ? idle : Math.min(idle, Math.max(20, next.getTime() - clock.now()))
  }

  return {
    turn,
    noteNews: () => {
      isNews = true
    },
  }
}

/** Ends with `work`, or as soon as the signal aborts. */
function leaveOn(signal: AbortSignal, work: Promise<unknown>): Promise<unknown> {
  if (signal.aborted) return Promise.resolve()
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return Promise.race([work, aborted])
}
