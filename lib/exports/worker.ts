import 'server-only'
import { createLeasedWorker, type LeaseTurn, type WorkerBase } from '@/lib/background/leased-worker'
import type { Worker } from '@/lib/background/turn-loop'
import { publishChange } from '@/lib/events/publish'
import type { Service } from '@/lib/service/types'
import { lostStart } from './outcomes'
import type { ExportWay } from './schema'
import { exportWays } from './values-model'
import { pollFile, startFile, type Tools } from './steps'
import { countRunning, fileLeases, forgetOldJobs, giveUpStarts, leaseOf, takePolls, takeStarts } from './store'

export interface ExportWorkerOptions extends WorkerBase {
  service: () => Pick<Service, 'call' | 'budget'>
}

/**
 * The maximum number of documents that the service creates at one time for jobs with several files. Single documents
 * are not counted.
 */
const runningMax = 40
const places = { polls: 8, starts: 3, singles: 4 }
const keptDays = 90
const forgetEveryMs = 3_600_000

const buckets: Record<ExportWay, string> = { report: 'startReport', export: 'startExport' }

/**
 * How many starts the budget of the service allows now. A start must not wait in a queue, because it would be recorded
 * as sent.
 */
function roomForStarts(service: Pick<Service, 'budget'>, via: ExportWay, single: boolean): number {
  const budget = service.budget().find(({ bucket }) => bucket === buckets[via])
  if (budget === undefined) return 1
  const kept = single ? 0 : Math.ceil(budget.limit * 0.1)
  return Math.max(0, budget.remaining - budget.queuedPerson - budget.queuedBackground - kept)
}

async function takeWay(
  { room, take, run }: LeaseTurn<keyof typeof places>,
  tools: Tools,
  { via, single, limit }: { via: ExportWay; single: boolean; limit: number },
): Promise<void> {
  const kind = single ? 'singles' : 'starts'
  const count = Math.min(room(kind), limit)
  if (count <= 0) return
  const files = await takeStarts(tools.db, { via, single }, take(count))
  publishChange(
    'exports',
    files.map(({ job_id: jobId }) => jobId),
  )
  for (const file of files) run(kind, leaseOf(file), () => startFile(tools, file))
}

/**
 * Creates the documents of all jobs. Every step is recorded in the database before and after it, so that a console may
 * die at any moment and another one continues.
 */
export function createExportWorker({ service, ...base }: ExportWorkerOptions): Worker {
  const { clock, log } = base
  let forgottenAt = -Infinity

  return createLeasedWorker({
    ...base,
    leases: fileLeases,
    places,
    failed: { turn: 'the exports could not be looked at', task: 'a step of an export failed' },
    tidy: async (db) => {
      const now = clock.now()
      if (now - forgottenAt > forgetEveryMs) {
        forgottenAt = now
        await forgetOldJobs(db, new Date(now - keptDays * 86_400_000))
      }
      if ((await giveUpStarts(db, new Date(now), lostStart.note)) > 0) publishChange('exports')
    },
    takeDue: async (turn) => {
      const { db, signal, room, take, run } = turn
      const remote = service()
      const tools: Tools = { db, service: remote, clock, log }
      const polls = room('polls')
      if (polls > 0)
        for (const file of await takePolls(db, take(polls)))
          run('polls', leaseOf(file), () => pollFile(tools, file, signal))
      const counts = await countRunning(db)
      for (const via of exportWays)
        for (const single of [true, false]) {
          const budget = roomForStarts(remote, via, single)
          const limit = single ? budget : Math.min(budget, runningMax - counts[via])
          if (!signal.aborted) await takeWay(turn, tools, { via, single, limit })
        }
    },
  })
}
