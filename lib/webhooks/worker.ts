import 'server-only'
import type { DatabaseLog } from '@/lib/db/types'
import { createTurnLoop } from '@/lib/background/turn-loop'
import { createInbox, type InboxOptions } from './inbox'

export interface InboxWorkerOptions extends Omit<InboxOptions, 'run'> {
  log: DatabaseLog
}

/** Works on the inbox turn by turn. */
export interface InboxWorker {
  start(): void
  /** Ends what is under way; what was not ended is found in the table by whoever comes next. */
  stop(): Promise<void>
  /** Something new is there. */
  wake(): void
}

/** From one turn to the next: a flood wakes it two hundred times a second. */
const turnEveryMs = 100

export function createInboxWorker(options: InboxWorkerOptions): InboxWorker {
  const { clock, log } = options
  const inbox = createInbox({ ...options, run: (task) => loop.run(task) })
  let turnedAt = -Infinity

  const turn = async (signal: AbortSignal): Promise<number> => {
    const pauseMs = turnedAt + turnEveryMs - clock.now()
    // A clock that was set back does not make it wait for the time to come again.
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
