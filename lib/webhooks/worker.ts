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
  /** Ends the work in progress. The next worker finds what is left in the table. */
  stop(): Promise<void>
  /** Something new was stored. */
  wake(): void
}

/** The minimum interval between turns: a flood wakes it two hundred times a second. */
const turnEveryMs = 100

export function createInboxWorker(options: InboxWorkerOptions): InboxWorker {
  const { clock, log } = options
  const inbox = createInbox({ ...options, run: (task) => loop.run(task) })
  let turnedAt = -Infinity

  const turn = async (signal: AbortSignal): Promise<number> => {
    const pauseMs = turnedAt + turnEveryMs - clock.now()
    // After the clock was set back, it does not wait for the old time.
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
