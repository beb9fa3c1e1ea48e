import 'server-only'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { createListingLease } from '@/lib/background/listing-lease'
import { createTurnLoop, type Worker } from '@/lib/background/turn-loop'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { writeBackup } from './write'

export interface BackupWorkerOptions {
  database: () => Promise<Database>
  clock: Clock
  log: DatabaseLog
  dir: string
  everyHours: number
  /** How many backups stay in `dir`. */
  keep: number
}

/** The row of the lease. The console that holds the lease makes the backup. */
export const backupLease = 'backup'
const pauseMs = 60_000
const beatMs = 30_000

const nameOf = (at: number) => `sightline-${new Date(at).toISOString().replaceAll(/[-:.]/g, '')}.backup`
const ours = /^sightline-\d{8}T\d{9}Z\.backup$/
const draft = /^sightline-\d{8}T\d{9}Z\.backup\.\d+\.partial$/

/** Makes a backup when one is due, and removes the oldest ones. */
export function createBackupWorker(options: BackupWorkerOptions): Worker {
  const { database, clock, log, dir, everyHours } = options
  const lease = createListingLease({ name: backupLease, everyMinutes: everyHours * 60 })

  const turn = async (signal: AbortSignal): Promise<number> => {
    const db = await database()
    const leaseId = randomUUID()
    const taken = await lease.take(db, { leaseId, isAsked: false })
    if (taken === null) return pauseMs
    const over = new AbortController()
    const beating = beat(async () => void (await lease.keep(db, leaseId)), AbortSignal.any([signal, over.signal]))
    try {
      const startedAt = clock.now()
      const { file, bytes, rows } = await make(db, signal)
      await lease.finish(db, leaseId, taken.startedAt)
      log.info({ file, bytes, rows, ms: clock.now() - startedAt }, 'a backup was written')
    } catch (error) {
      const text = error instanceof Error ? error.message : 'unknown'
      await lease.abandon(db, leaseId, signal.aborted ? null : { kind: 'failed', text })
      if (!signal.aborted) log.error({ err: error }, 'the scheduled backup failed')
    } finally {
      over.abort()
      await beating
    }
    return pauseMs
  }

  const beat = async (keep: () => Promise<void>, ended: AbortSignal): Promise<void> => {
    while (!ended.aborted) {
      await clock.sleep(beatMs, ended).catch(() => {
        // The backup has ended.
      })
      // If a heartbeat fails, the next one replaces it.
      if (!ended.aborted) await keep().catch(() => {})
    }
  }

  const make = async (db: Database, signal: AbortSignal) => {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    // The lease excludes others, so unfinished files belong to a console that died.
    for (const name of await readdir(dir)) if (draft.test(name)) await rm(path.join(dir, name), { force: true })
    const written = await writeBackup(db, { to: path.join(dir, nameOf(clock.now())), signal })
    const names = (await readdir(dir)).filter((name) => ours.test(name)).toSorted()
    for (const name of names.slice(0, -options.keep)) await rm(path.join(dir, name), { force: true })
    return written
  }

  return createTurnLoop({
    clock,
    log,
    turn,
    failed: { turn: 'the backups could not be looked at', task: 'a backup failed' },
  })
}
