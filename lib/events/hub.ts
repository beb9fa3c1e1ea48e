import 'server-only'
import { randomBytes } from 'node:crypto'
import type { Clock } from '@/lib/clock'
import type { DatabaseLog, Queryable } from '@/lib/db/types'
import { createWaiter } from '@/lib/background/waiter'
import { createRing, type Place, type RingEntry } from './ring'
import { streamTimes, streamWords, type EventKind } from './schema'
import { createEventSource, pruneEvents } from './source'

export interface Listener {
  /** What it is told of. */
  kinds: ReadonlySet<EventKind>
  /** Takes bytes of the stream at once, or goes. */
  send(bytes: Uint8Array): void
  /** No more will come. */
  end(): void
}

/**
 * Tells listeners of this process what the table of events has, whichever console wrote it. Invariant: a listener that
 * comes back with the id it had last is told everything after it that its kinds allow, or `reset`.
 */
export interface EventHub {
  /** Begins to prune. Reading begins with the first listener. */
  start(): void
  /** Ends all listeners before it returns, and takes no more; resolves when nothing is under way any more. */
  stop(): Promise<void>
  /**
   * Adds a listener, which gets its first bytes before this returns. `after`: the id that it had last; null for a new one.
   * @returns what takes it off; null once the hub is stopped
   */
  listen(listener: Listener, after: string | null): (() => void) | null
  /** There may be something new. */
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
/** Whoever has missed more than this reads everything again: that is less. */
const missedBytesMax = 64 * 1024
const encoder = new TextEncoder()

/** A message that is no event: a comment for those on the way, and the same for the reader. */
const write = (word: string, id: string, before = '') =>
  encoder.encode(`${before}: ${word}\nevent: ${word}\nid: ${id}\ndata: 1\n\n`)

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
    // Whoever cannot keep up goes while it is told.
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
        // With the id of what was told last: what one may not read counts as told.
        const beat = write(streamWords.beat, ring.idOf(ring.last))
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
      // Somebody may have come after the last look at who listens.
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

  /** Where a listener goes on, and what it is told first. */
  const greet = (listener: Listener, after: string | null) => {
    const place: Place =
      after === null ? { kind: 'after', seq: ring.since(clock.now() - streamTimes.recentMs) } : ring.find(after)
    const missed = place.kind === 'lost' ? [] : ring.after(place.seq).filter(({ kind }) => listener.kinds.has(kind))
    const bytes = missed.reduce((sum, entry) => sum + entry.bytes.byteLength, 0)
    const isLost = place.kind === 'lost' || bytes > missedBytesMax
    const id = ring.idOf(isLost ? ring.last : place.seq)
    listener.send(write(streamWords.hello, id, `retry: ${streamTimes.retryMs}\n`))
    if (isLost) listener.send(encoder.encode(`id: ${id}\ndata: ${JSON.stringify({ kind: 'reset', ids: null })}\n\n`))
    else for (const entry of missed) listener.send(entry.bytes)
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
      greet(listener, after)
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
