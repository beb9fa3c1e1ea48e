import 'server-only'
import { readTogether } from '@/lib/db/read-together'
import type { Database, Queryable } from '@/lib/db/types'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'

/**
 * Invariant: however many people search, and however slow their searches are, some connections of the pool stay free
 * for everything else. The number of simultaneous list reads is limited, the number of counts even more, and each has a
 * time limit.
 */

/** Runs at most `max` pieces of work at once. The others wait in a queue, and leave it when they are aborted. */
export class Gate {
  readonly #max: number
  readonly #waiting = new Set<() => void>()
  #running = 0

  constructor(max: number) {
    this.#max = max
  }

  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    signal?.throwIfAborted()
    if (this.#running >= this.#max) await this.#wait(signal)
    else this.#running += 1
    try {
      return await work()
    } finally {
      const next = this.#waiting.values().next().value
      if (next === undefined) this.#running -= 1
      // The place is passed on directly, so that no other work can take it.
      else next()
    }
  }

  #wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        this.#waiting.delete(enter)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(enter)
        reject(signal?.reason as Error)
      }
      this.#waiting.add(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}

// The pool has ten connections. Exports hold up to two. Sign-in, sync and all other pages share the rest.
const rowReadsMax = 4
const countsMax = 2

const gates = () =>
  processWide('inspection-reads', () => ({ rows: new Gate(rowReadsMax), counts: new Gate(countsMax) }))

const timeouts = { rows: 10_000, counts: 30_000 } as const
export type ReadKind = keyof typeof timeouts

const tooSlow = {
  rows: serverText('db.rowsTooSlow'),
  counts: serverText('db.countsTooSlow'),
} as const satisfies Record<ReadKind, string>

/**
 * Runs reads that belong together. They wait for a free place, see one state of the database, and have a time limit.
 * @throws AppError unavailable when they take too long; the reason of `signal` when it aborts while they wait
 */
export async function readWithin<Result>(
  db: Database,
  kind: ReadKind,
  work: (tx: Queryable) => Promise<Result>,
  options: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<Result> {
  const timeoutMs = options.timeoutMs ?? timeouts[kind]
  return gates()[kind].run(
    () => readTogether(db, work, { timeoutMs, tooSlow: tooSlow[kind], retryAfterSeconds: 30 }),
    options.signal,
  )
}
