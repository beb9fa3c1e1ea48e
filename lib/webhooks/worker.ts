import 'server-only'
import type { DatabaseLog } from '@/lib/db/types'
import { createTurnLoop } from '@/lib/background/turn-loop'
import { createInbox, type InboxOptions } from './inbox'

export interface InboxWorkerOptions extends Omit<InboxOptions, 'run'> {
  log: DatabaseLog
}

/** Processes the inbox turn by turn. */
export interface InboxWorker {
  start(): void
  /** Stops the work in progress. The next worker finds in the table what is left to do. */
  stop(): Promise<void>
  /** Call it when a new delivery was stored. */
  wake(): void
}

/** The minimum interval between turns, because a flood would start two hundred turns a second. */
const turnEveryMs = 100

export function createInboxWorker(options: InboxWorkerOptions): InboxWorker {
  const { clock, log } = options
  const inbox = createInbox({ ...options, run: (task) => loop.run(task) })
  let turnedAt = -Infinity

  const turn = async (signal: AbortSignal): Promise<number> => {
    const pauseMs = turnedAt + turnEveryMs - clock.now()
    // After the clock was set back, the pause is longer than the interval. Then the turn does not wait.
    if (pauseMs > 0 && pauseMs <= turnEveryMs) await clock.sleep(pauseMs, signal)
    turnedAt = clock.now()
    return inbox.turn(signal)
  }

  const loop = createTurnLoop({
    clock,
    log,
    turn,
    failed: {
      turn: 'the deliveries of webhooks could not be looked at',
      task: 'an inspection that a delivery points at could not be read',
    },
  })
  return {
    start: () => loop.start(),
    stop: () => loop.stop(),
    wake: () => {
      inbox.noteNews()
      loop.wake()
    },
  }
}
