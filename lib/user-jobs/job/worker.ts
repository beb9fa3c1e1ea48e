import 'server-only'
import { createLeasedWorker, type WorkerBase } from '@/lib/background/leased-worker'
import type { Worker } from '@/lib/background/turn-loop'
import type { Tools } from './outcomes'
import type { Remote } from './remote'
import type { Locker } from './secrets'
import { advance } from './steps'
import { leaseOf, readOpen, takeTurns, turnLeases, TurnLost, type Turn } from './store'

export interface UserJobWorkerOptions extends WorkerBase {
  remote: () => Remote
  locker: () => Locker
  /** A job has ended, and its outcome is stored. */
  onEnded?: (jobId: string) => void
}

const retryMs = 5_000
/** Few jobs at once, because a part of 2,000 users is a request of some megabytes. */
const jobsMax = 4
/** Whatever a job waits for, a cancel takes effect within this time. */
const pauseMsMax = 10_000

/**
 * Carries out all user jobs, each by one worker at a time. Every step is recorded in the database before and after it
 * is sent, so that a console may die at any moment, another one continues, and no user is written twice.
 */
export function createUserJobWorker({ remote, locker, onEnded, ...base }: UserJobWorkerOptions): Worker {
  const { clock, log } = base
  const memory: Pick<Tools, 'lostSince' | 'lookedAt' | 'sent'> = {
    lostSince: new Map(),
    lookedAt: new Map(),
    sent: new Map(),
  }

  const work = async (tools: Tools, turn: Turn, signal: AbortSignal): Promise<void> => {
    const release = (waitMs: number) => turnLeases.release(tools.db, leaseOf(turn), new Date(clock.now() + waitMs))
    try {
      const next = await advance(tools, turn, signal)
      if (next === null) onEnded?.(turn.jobId)
      else if (next !== 'go') await release(Math.min(next.waitMs, pauseMsMax))
    } catch (error) {
      if (error instanceof TurnLost) return
      log.error({ err: error }, 'a turn of a job of users failed')
      await release(retryMs).catch(() => null)
    }
  }

  return createLeasedWorker({
    ...base,
    leases: turnLeases,
    places: { job: jobsMax },
    failed: { turn: 'the jobs of users could not be looked at', task: 'a turn of a job of users failed' },
    // Another console may have ended jobs whose passwords this one has sent.
    tidy: async (db, held) => {
      const { sent } = memory
      const own = new Set([...held].map(({ jobId }) => jobId))
      const open = sent.size === 0 ? own : await readOpen(db, [...sent.keys()])
      for (const jobId of sent.keys()) if (!open.has(jobId) && !own.has(jobId)) sent.delete(jobId)
    },
    takeDue: async ({ db, signal, room, take, run }) => {
      const limit = room('job')
      if (limit <= 0) return
      const tools: Tools = { db, remote: remote(), clock, log, locker: locker(), ...memory }
      for (const turn of await takeTurns(db, take(limit))) run('job', leaseOf(turn), () => work(tools, turn, signal))
    },
  })
}
