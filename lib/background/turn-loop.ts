import type { Clock } from '@/lib/clock'
import type { DatabaseLog } from '@/lib/db/types'
import { createWaiter } from './waiter'

/** Work in the background of a process. The boot starts and stops it. */
export interface Worker {
  start(): void
  /** Takes no more turns, and waits for running tasks. */
  stop(): Promise<void>
  /** Starts the next turn at once, because something is due. */
  wake(): void
}

/** A worker that checks its table turn by turn, and runs tasks between the turns. */
export interface TurnLoop extends Worker {
  /** Runs a task. The next turn starts as soon as the task ends or fails. */
  run(task: () => Promise<void>): void
}

/**
 * `turn` takes what is due and returns the pause until the next turn, in milliseconds. A failed turn is retried later.
 */
export function createTurnLoop({
  clock,
  log,
  turn,
  failed,
}: {
  clock: Clock
  log: DatabaseLog
  turn: (signal: AbortSignal) => Promise<number>
  /** The log messages for a failed turn and a failed task. */
  failed: { turn: string; task: string }
}): TurnLoop {
  const waiter = createWaiter(clock)
  const tasks = new Set<Promise<void>>()
  let stopping: AbortController | null = null
  let loop: Promise<void> = Promise.resolve()

  const work = async (signal: AbortSignal) => {
    let failures = 0
    while (!signal.aborted) {
      const pauseMs = await turn(signal).then(
        (ms) => {
          failures = 0
          return ms
        },
        (error: unknown) => {
          failures += 1
          if (!signal.aborted) log.warn({ err: error, failures }, failed.turn)
          return Math.min(60_000, 1_000 * 2 ** Math.min(failures, 6))
        },
      )
      if (!signal.aborted) await waiter.wait(pauseMs)
    }
  }

  return {
    start: () => {
      if (stopping !== null) return
      stopping = new AbortController()
      stopping.signal.addEventListener('abort', waiter.wake)
      loop = work(stopping.signal)
    },
    stop: async () => {
      stopping?.abort(new Error('The console is stopping'))
      await loop
      await Promise.all(tasks)
    },
    wake: () => waiter.wake(),
    run: (task) => {
      const running = task()
        .catch((error: unknown) => log.error({ err: error }, failed.task))
        .finally(() => {
          tasks.delete(running)
          waiter.wake()
        })
      tasks.add(running)
    },
  }
}
