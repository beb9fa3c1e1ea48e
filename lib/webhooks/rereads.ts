import 'server-only'
import type { Trouble } from '@/lib/background/trouble'
import type { Clock } from '@/lib/clock'
import type { Database } from '@/lib/db/types'
import type { EventKind } from '@/lib/events/schema'
import type { Service } from '@/lib/service/types'
import type { Sync } from '@/lib/sync/sync'
import { rereadInspection } from './reread'
import { retryLater } from './retry'
import { finishRead, postpone, type DueDelivery } from './store'

export interface RereadsOptions {
  service: () => Pick<Service, 'raw'>
  sync: () => Pick<Sync, 'afterReads'>
  clock: Clock
  /** Notifies open screens of changes. */
  publishChange: (kind: EventKind, ids?: readonly string[]) => void
  /** Runs a task independently of the turns. */
  run: (task: () => Promise<void>) => void
  /** Called when deliveries have changed. */
  onNews: () => void
}

/** Reads the inspections of deliveries, each once for all its deliveries. */
export interface Rereads {
  /** Starts as many reads as may run at once. The deliveries of the other inspections stay due. */
  start(db: Database, wanted: ReadonlyMap<string, DueDelivery[]>, signal: AbortSignal): void
}

const atOnce = 4
/** The minimum interval between reads of one inspection, however many deliveries it has. */
const everyMs = 500
/** The pause while the service or the network is down. */
const generalPauseMs = 5_000
/**
 * The most inspections per hour that are marked as missing because the token has no access. The others are left to a
 * full reconciliation.
 */
const refusalsAnHour = 20

export function createRereads({ service, sync, clock, publishChange, run, onNews }: RereadsOptions): Rereads {
  const underWay = new Set<string>()
  /** When each inspection was last read. Only recent reads are kept. */
  const readAt = new Map<string, number>()
  let refusals: number[] = []

  const mayBelieveRefusal = (): boolean => {
    refusals = refusals.filter((at) => clock.now() - at < 3_600_000)
    if (refusals.length >= refusalsAnHour) return false
    refusals.push(clock.now())
    return true
  }

  const noteTrouble = async (db: Database, rows: readonly DueDelivery[], trouble: Trouble): Promise<void> => {
    const { text: note, retryAfterMs, isGeneral } = trouble
    if (!isGeneral) return retryLater(db, clock, rows, { note, waitMs: retryAfterMs ?? 0 })
    // The service or the network is down, which says nothing about the delivery.
    const dueAt = new Date(clock.now() + Math.max(retryAfterMs ?? 0, generalPauseMs))
    return postpone(db, rows, { dueAt, note, counts: false })
  }

  const reread = async (db: Database, auditId: string, rows: readonly DueDelivery[], stopping: AbortSignal) => {
    // A signal of this read only, so that its listeners are removed when the read ends.
    const signal = AbortSignal.any([stopping])
    await leaveOn(signal, sync().afterReads(auditId))
    if (signal.aborted) return
    const startedAt = clock.now()
    const end = await rereadInspection(auditId, rows, { db, service: service(), clock, signal, mayBelieveRefusal })
    onNews()
    if (end.kind === 'done') publishChange('inspections', [auditId])
    if (end.kind === 'given up')
      await finishRead(db, rows, { startedAt, state: 'failed', now: new Date(clock.now()), note: end.note })
    if (end.kind === 'trouble') await noteTrouble(db, rows, end.trouble)
  }

  return {
    start: (db, wanted, signal) => {
      for (const [auditId, at] of readAt) if (Math.abs(clock.now() - at) >= everyMs) readAt.delete(auditId)
      for (const [auditId, rows] of wanted) {
        if (signal.aborted || underWay.size >= atOnce) return
        if (underWay.has(auditId) || readAt.has(auditId)) continue
        underWay.add(auditId)
        run(() =>
          reread(db, auditId, rows, signal).finally(() => {
            underWay.delete(auditId)
            readAt.set(auditId, clock.now())
          }),
        )
      }
    },
  }
}

/** Ends with `work`, or as soon as the signal aborts. */
function leaveOn(signal: AbortSignal, work: Promise<unknown>): Promise<unknown> {
  if (signal.aborted) return Promise.resolve()
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return Promise.race([work, aborted])
}
