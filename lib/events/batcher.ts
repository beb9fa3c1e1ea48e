import 'server-only'
import type { Clock } from '@/lib/clock'
import type { NewEvent } from './publish'
import type { EventKind } from './schema'

export interface EventBatcherOptions {
  publish: (events: readonly NewEvent[]) => Promise<void>
  clock: Clock
}

/** Combines changes into few events: an import of a million inspections becomes four events a second. */
export interface EventBatcher {
  /** Without ids, the change concerns many objects. */
  add: (kind: EventKind, ids?: readonly string[]) => void
  /** Publishes what is left at once, and accepts no more. */
  stop(): Promise<void>
}

/** Long enough for the transaction to commit, and for related changes to be combined. */
const gatherMs = 30
/** Longer, because a log entry is written within the transaction of the change that it describes. */
const gatherActivityMs = 200
const everyMs = 250
const systemEveryMs = 2_000
const idsMax = 200

export function createEventBatcher({ publish, clock }: EventBatcherOptions): EventBatcher {
  const waiting = new Map<EventKind, { ids: Set<string> | null; dueAt: number }>()
  const publishedAt = new Map<EventKind, number>()
  const stopping = new AbortController()
  let work: Promise<void> | null = null

  const publishDue = async (isAll: boolean): Promise<void> => {
    const now = clock.now()
    const due = [...waiting].filter(([, { dueAt }]) => isAll || dueAt <= now)
    for (const [kind] of due) {
      waiting.delete(kind)
      publishedAt.set(kind, now)
    }
    await publish(due.map(([kind, { ids }]) => (ids === null ? { kind } : { kind, ids: [...ids] })))
  }

  const run = async (): Promise<void> => {
    while (waiting.size > 0 && !stopping.signal.aborted) {
      const pauseMs = Math.min(...[...waiting.values()].map(({ dueAt }) => dueAt)) - clock.now()
      if (pauseMs > 0) await clock.sleep(Math.min(pauseMs, systemEveryMs), stopping.signal).catch(() => null)
      else await publishDue(false)
    }
  }

  return {
    add: (kind, ids) => {
      if (stopping.signal.aborted || ids?.length === 0) return
      const known = waiting.get(kind)
      if (known === undefined) {
        const now = clock.now()
        const pace = kind === 'system' ? systemEveryMs : everyMs
        const gather = kind === 'activity' ? gatherActivityMs : gatherMs
        // At most one interval from now, even if the clock of the machine was set back.
        const free = Math.min((publishedAt.get(kind) ?? -Infinity) + pace, now + pace)
        waiting.set(kind, { ids: ids === undefined ? null : new Set(ids), dueAt: Math.max(now + gather, free) })
      } else if (ids === undefined) known.ids = null
      else for (const id of ids) known.ids?.add(id)
      const gathered = waiting.get(kind)
      if (gathered?.ids != null && gathered.ids.size > idsMax) gathered.ids = null
      work ??= run().finally(() => {
        work = null
      })
    },
    stop: async () => {
      stopping.abort()
      await work
      if (waiting.size > 0) await publishDue(true)
    },
  }
}
