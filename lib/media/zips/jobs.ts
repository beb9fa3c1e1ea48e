import 'server-only'
import { randomUUID } from 'node:crypto'
import { createWaiter, type Waiter } from '@/lib/background/waiter'
import { systemClock, type Clock } from '@/lib/clock'
import { createTimeWriter } from '@/lib/csv/csv'
import { database } from '@/lib/db/instance'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import type { PageLanguage } from '@/lib/messages/languages'
import { processWide } from '@/lib/process-wide'
import type { Service } from '@/lib/service/types'
import type { ZipProgress, ZipStarted } from '@/lib/media/schema'
import { serverText } from '@/lib/server-text'
import type { ZipContent } from './files'
import { createJob, endJob, noteFile, obey, waitAtGate, type ZipJob } from './job'
import { createEntryNamer, zipFileName } from './names'
import { cancelZip, insertZip, pauseZip, readRest, readZip, reportZip, sweepZips, takeZip, type ZipPlan } from './store'
import { streamZip } from './stream'

/**
 * Invariant: a zip is only visible to its owner and can be read once. It is deleted if nobody begins to read it, and
 * some time after its end. It ends if nobody reads on for a long time. Every console on the database can show and end
 * it.
 */

/**
 * Maximum number of zips. Each uses up to 16 MB and some connections. On a server, several consoles share the limit.
 */
const liveMax = { embedded: { owner: 3, all: 8 }, server: { owner: 3, all: 16 } } as const
/** How often a console tries to store the end of a zip. Then other consoles end the zip, because its reports stop. */
const reportTriesMax = 10

export interface ZipJobsOptions {
  database: () => Promise<Database>
  /** Used for pauses between tries of a file, and for times in a zip. */
  clock?: Clock
  reportEveryMs?: number
}

interface OpenZip {
  job: ZipJob
  reporter: Waiter
  /** Resolves when the end of the zip is stored. */
  reported: Promise<void>
}

/** One console's access to the zips in the database. */
export class ZipJobs {
  readonly #consoleId = randomUUID()
  /** Zips that are downloaded through this console. */
  readonly #jobs = new Map<string, OpenZip>()
  readonly #database: () => Promise<Database>
  readonly #clock: Clock
  readonly #reportEveryMs: number

  constructor({ database: open, clock = systemClock, reportEveryMs = 1_000 }: ZipJobsOptions) {
    this.#database = open
    this.#clock = clock
    this.#reportEveryMs = reportEveryMs
  }

  /** @throws AppError throttled if there are too many zips; invalid for an unknown time zone */
  async create(
    ownerId: string,
    content: ZipContent,
    asked: { only: 'all' | 'failed'; zone: string; language?: PageLanguage },
  ): Promise<ZipStarted> {
    const { files, inspections, unread } = content
    const { only, zone, language = 'en' } = asked
    const dayOf = createDays(zone)
    const today = dayOf(new Date(this.#clock.now()).toISOString())
    const zipId = randomUUID()
    const fileName = zipFileName(files, { inspections, only, today, dayOf })
    const db = await this.#database()
    await sweepZips(db)
    await insertZip(db, { zipId, ownerId, fileName, zone, language, only, content }, liveMax[db.kind])
    return { zipId, fileName, files: files.length, inspections, unread }
  }

  /**
   * Creates a zip of the files that are missing in another zip, or of all its files if it broke off.
   * @throws AppError not_found; conflict if no file is missing or the zip has not ended
   */
  async retry(ownerId: string, zipId: string): Promise<ZipStarted> {
    const rest = await readRest(await this.#database(), ownerId, zipId)
    if (rest !== null) return this.create(ownerId, { ...rest.content, unread: 0 }, rest)
    await this.read(ownerId, zipId)
    throw new AppError('conflict', serverText('media.zips.nothingMissing'))
  }

  /** @throws AppError not_found */
  async read(ownerId: string, zipId: string): Promise<ZipProgress> {
    const progress = await readZip(await this.#database(), ownerId, zipId)
    if (progress === null) throw new AppError('not_found', serverText('media.zips.notFound'))
    return this.#withOwnCounts(progress)
  }

  /** @throws AppError not_found; conflict if the zip is not being downloaded */
  pause(ownerId: string, zipId: string): Promise<ZipProgress> {
    return this.#pause(ownerId, zipId, 'paused')
  }

  /** @throws AppError not_found; conflict if the zip is not being downloaded */
  resume(ownerId: string, zipId: string): Promise<ZipProgress> {
    return this.#pause(ownerId, zipId, 'running')
  }

  async #pause(ownerId: string, zipId: string, to: 'paused' | 'running'): Promise<ZipProgress> {
    const changed = await pauseZip(await this.#database(), ownerId, zipId, to)
    if (changed !== null) {
      this.#obey(zipId, to)
      return this.#withOwnCounts(changed)
    }
    await this.read(ownerId, zipId)
    throw new AppError('conflict', serverText('media.zips.notRunning'))
  }

  /** Applies an order of a person. Counts it, so that the result of an older report cannot override it. */
  #obey(zipId: string, state: ZipProgress['state']): void {
    const own = this.#jobs.get(zipId)?.job
    if (own === undefined) return
    own.orders += 1
    obey(own, state)
  }

  #withOwnCounts(progress: ZipProgress): ZipProgress {
    const own = this.#jobs.get(progress.zipId)?.job
    if (own === undefined || isEnded(progress)) return progress
    // These counts are newer than the last report.
    const { done, bytes, missing, missingShown, end } = own
    const counts = { done, bytes, missingCount: missing.length, missing: missingShown }
    return { ...progress, ...counts, ...(end === null ? {} : { ...end, endsAt: null }) }
  }

  /**
   * Cancels a zip. A zip that has ended does not change. If it is downloaded through another console, that one stops
   * within a second.
   * @throws AppError not_found
   */
  async cancel(ownerId: string, zipId: string): Promise<ZipProgress> {
    await cancelZip(await this.#database(), ownerId, zipId)
    const progress = await this.read(ownerId, zipId)
    this.#obey(zipId, progress.state)
    return progress
  }

  /**
   * Starts the only download of a zip. The zip ends if its reader leaves.
   * @throws AppError not_found; conflict if the download was already started
   */
  async open(
    ownerId: string,
    zipId: string,
    { service, signal }: { service: Pick<Service, 'raw'>; signal: AbortSignal },
  ): Promise<{ fileName: string; body: ReadableStream<Uint8Array> }> {
    const plan = await takeZip(await this.#database(), ownerId, zipId, this.#consoleId)
    if (plan === null) {
      await this.read(ownerId, zipId)
      throw new AppError('conflict', serverText('media.zips.usedBefore'))
    }
    const { fileName, zone, language } = plan
    const job = createJob({ zipId, consoleId: this.#consoleId, ...toEntries(plan) })
    const leave = () => endJob(job, 'cancelled', serverText('media.zips.browserEnded'))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const source = streamZip({
      files: job.files,
      names: job.names,
      zone,
      language,
      service,
      signal: job.leaving.signal,
      clock: this.#clock,
      gate: () => waitAtGate(job),
      onBytes: (bytes) => {
        job.bytes += bytes
      },
      onFile: (position, outcome) => noteFile(job, position, outcome),
    })
    const reporter = createWaiter(systemClock)
    const reported = this.#keepReporting(job, reporter)
    this.#jobs.set(zipId, { job, reporter, reported })
    job.leaving.signal.addEventListener('abort', reporter.wake)
    const body = follow(job, source, async () => {
      signal.removeEventListener('abort', leave)
      reporter.wake()
      await reported
    })
    return { fileName, body }
  }

  /** Deletes zips that ended some time ago, and ends those that are no longer read. */
  async sweep(): Promise<void> {
    await sweepZips(await this.#database())
  }

  /** Ends the zips of this console. They can be created again through another console. */
  async stop(): Promise<void> {
    const open = [...this.#jobs.values()]
    for (const { job } of open) endJob(job, 'failed', serverText('media.zips.interrupted'))
    await Promise.all(open.map(({ reported }) => reported))
  }

  /** Reports progress and follows orders from other consoles until the end of the zip is stored. */
  async #keepReporting(job: ZipJob, reporter: Waiter): Promise<void> {
    for (let tries = 0; tries < reportTriesMax;) {
      if (job.end === null) await reporter.wait(this.#reportEveryMs)
      const isEnd = job.end !== null
      const { orders } = job
      try {
        const state = await reportZip(await this.#database(), job)
        if (isEnd) break
        // If the zip has ended during the report, the next one stores the end.
        if (job.end === null && job.orders === orders) obey(job, state)
      } catch {
        // Without the database, the zip continues, but its progress is not visible.
        if (isEnd) await systemClock.sleep(this.#reportEveryMs)
        if (isEnd) tries += 1
      }
    }
    this.#jobs.delete(job.zipId)
  }
}

const isEnded = ({ state }: ZipProgress) => state === 'done' || state === 'failed' || state === 'cancelled'

function toEntries({ zone, content: { files, inspections } }: ZipPlan): Pick<ZipJob, 'files' | 'names'> {
  return { files, names: files.map(createEntryNamer(inspections, createDays(zone))) }
}

/** Wraps `source`, so that its end also ends the job. `onEnd` resolves when the end is stored. */
function follow(
  job: ZipJob,
  source: ReadableStream<Uint8Array>,
  onEnd: () => Promise<void>,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          // Stops at once, because buffered bytes would only make a truncated zip longer.
          job.leaving.signal.throwIfAborted()
          const { done, value } = await reader.read()
          if (!done) {
            controller.enqueue(value)
            return
          }
          endJob(job, 'done', null)
          await onEnd()
          controller.close()
        } catch (error) {
          endJob(job, 'failed', error instanceof AppError ? error.text : serverText('media.zips.failed'))
          void onEnd()
          throw error
        }
      },
      cancel: async (reason) => {
        endJob(job, 'cancelled', serverText('media.zips.browserEnded'))
        void onEnd()
        await reader.cancel(reason).catch(() => {
          // `cancel` rejects with the reason for the end.
        })
      },
    },
    { highWaterMark: 0 },
  )
}

/** Returns the day of an instant in `zone`, such as "2026-11-20". */
function createDays(zone: string): (instant: string) => string {
  let time: (instant: string) => string
  try {
    time = createTimeWriter(zone)
  } catch (error) {
    throw new AppError('invalid', serverText('common.unknownTimeZone'), {
      cause: error,
      details: { fields: { zone: serverText('common.notTimeZone') } },
    })
  }
  return (instant) => time(instant).slice(0, 10)
}

const sweepMs = 60_000

/** The zips of the console. */
export function zipJobs(): ZipJobs {
  return processWide('media-zips', () => {
    const jobs = new ZipJobs({ database })
    setInterval(() => {
      jobs.sweep().catch(() => {
        // The next sweep may succeed.
      })
    }, sweepMs).unref()
    return jobs
  })
}
