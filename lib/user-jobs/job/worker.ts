import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { createTurnLoop } from '@/lib/background/turn-loop'
import type { Tools } from './ends'
import type { Remote } from './remote'
import type { Locker } from './secrets'
import { advance } from './steps'
import { keepTurns, leaveTurn, readNextDue, readOpen, takeTurns, TurnLost, type Turn } from './store'

export interface UserJobWorkerOptions {
  database: () => Promise<Database>
  remote: () => Remote
  locker: () => Locker
  clock: Clock
  log: DatabaseLog
}

/**
 * Does all jobs of users, each by one worker at a time, also of several consoles. Every step is in the database before it
 * is sent and after it, so that a console may die at any moment and another go on, and no user is done twice.
 */
export interface UserJobWorker {
  start(): void
  /** Takes no more turns, and lets the steps under way end. */
  stop(): Promise<void>
  /** Something new is due. */
  wake(): void
}

/** Prolonged while the worker lives: the job of one that died is taken up this much later. */
const leaseMs = 15_000
const keepEveryMs = 4_000
const idleMs = 5_000
/** A part of 2,000 users is some megabytes on its way. */
const jobsMax = 4
/** Whatever a job waits for, a wish to cancel it is seen within this. */
const pauseMsMax = 10_000

export function createUserJobWorker({ database, remote, locker, clock, log }: UserJobWorkerOptions): UserJobWorker {
  const held = new Map<string, Turn>()
  const lostSince = new Map<string, number>()
  const lookedAt = new Map<string, number>()
  const sent = new Map<string, Map<number, string>>()
  let keptAt = -Infinity
  const after = (ms: number) => new Date(clock.now() + ms)

  const work = async (tools: Tools, turn: Turn, signal: AbortSignal): Promise<void> => {
    try {
      const next = await advance(tools, turn, signal)
      if (next !== null && next !== 'go') await leaveTurn(tools.db, turn, after(Math.min(next.waitMs, pauseMsMax)))
    } catch (error) {
      if (!(error instanceof TurnLost)) {
        log.error({ err: error }, 'a turn of a job of users failed')
        await leaveTurn(tools.db, turn, after(idleMs)).catch(() => null)
      }
    } finally {
      held.delete(turn.jobId)
    }
  }

  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    if (clock.now() - keptAt >= keepEveryMs) {
      keptAt = clock.now()
      await keepTurns(db, [...held.values()], after(leaseMs))
      // Another console may have ended them.
      const open = sent.size === 0 ? null : await readOpen(db, [...sent.keys()])
      for (const jobId of sent.keys()) if (open?.has(jobId) !== true && !held.has(jobId)) sent.delete(jobId)
    }
    const places = jobsMax - held.size
    const own = [...held.keys()]
    if (places > 0 && !signal.aborted) {
      const tools: Tools = { db, remote: remote(), clock, log, locker: locker(), lostSince, lookedAt, sent }
      const turns = await takeTurns(db, { now: after(0), until: after(leaseMs), limit: places, held: own })
      for (const taken of turns) {
        held.set(taken.jobId, taken)
        loop.run(() => work(tools, taken, signal))
      }
    }
    const next = await readNextDue(db, [...held.keys()])
    const pauseMs = held.size > 0 ? keepEveryMs : idleMs
    if (next === null || held.size >= jobsMax) return pauseMs
    return Math.min(pauseMs, Math.max(20, next.getTime() - clock.now()))
  }

  const loop = createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the jobs of users could not be looked at', task: 'a turn of a job of users failed' },
  })
  return loop
}
