import type { Actor } from '@/lib/access/actor'
import type { Database } from '@/lib/db/types'
import { silentLog } from '@/lib/db/testing'
import { systemClock } from '@/lib/clock'
import { allowLoopback, lookupOf, testLocker, type Receiver } from '@/lib/outgoing/testing'
import type { DeliverTools } from './deliver'
import { createSchedule, type ScheduleWriter } from './mutations'
import { newSchedule, type ExportSchedule, type NewSchedule } from './schema'
import type { RunTools } from './steps'
import { takeRuns, type TakenRun } from './store'

/** Schedules and their runs for tests. */

export const writerTo = (db: Database, nowMs = Date.now()): ScheduleWriter => ({
  db,
  allow: allowLoopback,
  locker: testLocker,
  targetKinds: ['directory', 's3', 'put'],
  nowMs,
  wake: () => {},
})

export const toolsOf = (
  db: Database,
  {
    receiver = null,
    ...places
  }: Pick<DeliverTools, 'exportDir' | 'bucket' | 'spoolDir'> & { receiver?: Receiver | null },
): RunTools => ({
  db,
  clock: systemClock,
  log: silentLog,
  locker: testLocker,
  origin: 'https://sightline.test',
  deliver: {
    ...places,
    allow: allowLoopback,
    lookup: lookupOf({ 'hooks.test': ['127.0.0.1'] }),
    ...(receiver === null ? {} : { ca: receiver.ca }),
  },
})

/** A schedule of assets as CSV, every morning in Berlin. */
export const addSchedule = (
  db: Database,
  actor: Actor,
  given: Partial<NewSchedule> = {},
  nowMs = Date.now(),
): Promise<ExportSchedule> =>
  createSchedule(
    actor,
    newSchedule.parse({
      name: 'Assets',
      content: 'assets',
      format: 'csv',
      cron: '0 6 * * *',
      zone: 'Europe/Berlin',
      fileName: 'assets-{date}',
      target: { kind: 'directory', folder: '' },
      ...given,
    }),
    writerTo(db, nowMs),
  )

/** Takes the next run, even if it is waiting for its next try. */
export async function takeNext(db: Database): Promise<TakenRun> {
  await db.query(`update export_runs set next_at = now() where state = 'waiting'`)
  const now = new Date()
  const [run] = await takeRuns(db, {
    now: new Date(now.getTime() + 1_000),
    until: new Date(now.getTime() + 60_000),
    limit: 1,
  })
  if (run === undefined) throw new Error('no run is due')
  return run
}
