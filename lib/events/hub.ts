import 'server-only'
import { randomBytes } from 'node:crypto'
import { createWaiter } from '@/lib/background/waiter'
import type { Clock } from '@/lib/clock'
import type { DatabaseLog, Queryable } from '@/lib/db/types'
import { encodeWord, greetListener, type Listener } from './listener'
import { createRing, type RingEntry } from './ring'
import { streamTimes, streamWords } from './values-model'
import { createEventSource, pruneEvents } from './source'

/**
 * Sends the rows of the events table to the listeners of this process, whichever console wrote them. Invariant: a
 * listener that returns with its last id gets everything after it that its kinds allow, or `reset`.
 */
export interface EventHub {
  /** Starts to prune. Reading starts with the first listener. */
  start(): void
  /** Disconnects all listeners before it returns, and accepts no more. Resolves when no work is in progress. */
  stop(): Promise<void>
  /**
   * Adds a listener, which gets its first bytes before this returns. `after`: its last id; null for a new one.
   * @returns a function that removes it; null once the hub is stopped
   */
  listen(listener: Listener, after: string | null): (() => void) | null
  /** Call it when there may be new events. */
  wake: () => void
  count(): number
}

export interface HubOptions {
  database: () => Promise<Queryable>
  clock: Clock
  log: DatabaseLog
  pollMs?: number
}

const pruneEveryMs = 600_000
const failedPauseMs = 2_000
export function createEventHub({ database, clock, log, pollMs = 300 }: HubOptions): EventHub {
  const life = randomBytes(6).toString('hex')
  const ring = createRing(life)
  const source = createEventSource(clock)
  const listeners = new Set<Listener>()
  const waiter = createWaiter(clock)
  const stopping = new AbortController()
  let reading: Promise<void> = Promise.resolve()
  let isReading = false
  let pruning: Promise<void> = Promise.resolve()
  let isFailing = false

  const fanOut = ({ kind, bytes }: Pick<RingEntry, 'kind' | 'bytes'>) => {
    // A listener that cannot keep up removes itself during this loop.
    for (const listener of listeners) if (listener.kinds.has(kind)) listener.send(bytes)
  }

  const readOnce = async (): Promise<number> => {
    try {
      const events = await source.read(await database())
      for (const event of events ?? [{ kind: 'reset', ids: null } as const]) fanOut(ring.add(event, clock.now()))
      isFailing = false
      return pollMs
    } catch (error) {
      if (!isFailing && !stopping.signal.aborted) log.warn({ err: error }, 'events could not be read')
      isFailing = true
      return failedPauseMs
    }
  }

  const read = async (): Promise<void> => {
    let beatAt = clock.now()
    while (listeners.size > 0 && !stopping.signal.aborted) {
      const pauseMs = await readOnce()
      if (clock.now() - beatAt >= streamTimes.beatMs) {
        beatAt = clock.now()
        // With the id of the last event: an event that the listener may not read counts as sent.
        const beat = encodeWord(streamWords.beat, ring.idOf(ring.last))
        for (const listener of listeners) listener.send(beat)
      }
      await waiter.wait(pauseMs)
    }
  }

  const keepReading = () => {
    if (isReading || stopping.signal.aborted) return
    isReading = true
    reading = read().finally(() => {
      isReading = false
      // A listener may have been added after the loop checked for the last time.
      if (listeners.size > 0) keepReading()
    })
  }

  const prune = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await database()
        .then(pruneEvents)
        .catch(() => null)
      await clock.sleep(pruneEveryMs, stopping.signal).catch(() => null)
    }
  }

  return {
    start: () => {
      pruning = prune()
    },
    stop: async () => {
      stopping.abort()
      waiter.wake()
      for (const listener of listeners) listener.end()
      listeners.clear()
      await Promise.all([reading, pruning])
    },
    listen: (listener, after) => {
      if (stopping.signal.aborted) return null
      listeners.add(listener)
      greetListener(ring, listener, after, clock.now())
      keepReading()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) waiter.wake()
      }
    },
    wake: () => waiter.wake(),
    count: () => listeners.size,
  }
}
