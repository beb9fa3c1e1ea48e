import 'server-only'
import { createLeasedWorker, type WorkerBase } from '@/lib/background/leased-worker'
import type { Worker } from '@/lib/background/turn-loop'
import { publishChange } from '@/lib/events/publish'
import { runExport, type RunTools } from './steps'
import { addDueRuns, leaseOf, runLeases, takeRuns } from './store'

/** Each console executes one run at a time, because a run reads as much as everything that people do. */
const places = { runs: 1 }

/**
 * Adds and executes the runs of schedules. Several consoles may work on one database, and each may die at any moment.
 */
export function createScheduleWorker({
  tools,
  ...base
}: WorkerBase & { tools: Omit<RunTools, 'db' | 'clock' | 'log'> }): Worker {
  const { clock, log } = base
  return createLeasedWorker({
    ...base,
    leases: runLeases,
    places,
    failed: { turn: 'the scheduled exports could not be looked at', task: 'a scheduled export failed' },
    tidy: async (db) => {
      const due = await addDueRuns(db, new Date(clock.now()))
      if (due.length > 0) publishChange('export-schedules', due)
    },
    takeDue: async ({ db, signal, room, take, run }) => {
      const count = room('runs')
      if (count <= 0) return
      const taken = await takeRuns(db, take(count))
      if (taken.length > 0)
        publishChange(
          'export-schedules',
          taken.map((one) => one.schedule_id),
        )
      for (const one of taken) run('runs', leaseOf(one), () => runExport({ ...tools, db, clock, log }, one, signal))
    },
  })
}
