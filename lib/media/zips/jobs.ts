import 'server-only'
import { systemClock, type Clock } from '@/lib/clock'
import { createTimeWriter } from '@/lib/csv/csv'
import { AppError } from '@/lib/errors'
import type { PageLanguage } from '@/lib/messages/languages'
import { processWide } from '@/lib/process-wide'
import type { Service } from '@/lib/service/types'
import type { ZipProgress, ZipStarted } from '@/lib/media/schema'
import { serverText } from '@/lib/server-text'
import type { ZipContent } from './files'
import { createJob, idleMs, isLive, toProgress, waitAtGate, wake, type ZipJob } from './job'
import { createEntryNamer, zipFileName } from './names'
import { streamZip } from './stream'

/**
 * Invariant: a zip is visible only to its owner, is read once, and is dropped by itself: when nobody begins to read it,
 * when nothing of it is read for long, and some time after its end.
 */

/** Zips at the same time, including waiting ones: each uses up to 16 MB and some connections to the service. */
const liveMax = { owner: 3, process: 8 } as const
const finishedMax = 60
const waitingMs = 2 * 60_000
const keptMs = 60 * 60_000

/** The zips of this process. */
export class ZipJobs {
  readonly #jobs = new Map<string, ZipJob>()
  readonly #clock: Clock

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  /** @throws AppError throttled when there are too many; invalid for an unknown zone */
  create(
    ownerId: string,
    content: ZipContent,
    asked: { only: 'all' | 'failed'; zone: string; language?: PageLanguage },
  ): ZipStarted {
    this.sweep()
    this.#refuseTooMany(ownerId)
    const { files, inspections, unread } = content
    const { only, zone, language = 'en' } = asked
    const dayOf = createDays(zone)
    const today = dayOf(new Date(this.#clock.now()).toISOString())
    const job = createJob({
      ownerId,
      fileName: zipFileName(files, { inspections, only, today, dayOf }),
      zone,
      language,
      only,
      files,
      names: files.map(createEntryNamer(inspections, dayOf)),
      touchedAt: this.#clock.now(),
    })
    this.#jobs.set(job.zipId, job)
    return { zipId: job.zipId, fileName: job.fileName, files: files.length, inspections, unread }
  }

  /**
   * A new zip of the files that are missing in another one.
   * @throws AppError not_found; conflict when none is missing or it has not ended
   */
  retry(ownerId: string, zipId: string): ZipStarted {
    const { missing, only, zone, language, state } = this.#find(ownerId, zipId)
    if (state !== 'done' || missing.length === 0)
      throw new AppError('conflict', serverText('media.zips.nothingMissing'))
    const files = missing.map(({ file }) => file)
    const inspections = new Set(files.map(({ inspection }) => inspection.auditId)).size
    return this.create(ownerId, { files, inspections, unread: 0 }, { only, zone, language })
  }

  /** @throws AppError not_found */
  read(ownerId: string, zipId: string): ZipProgress {
    return toProgress(this.#find(ownerId, zipId))
  }

  /** @throws AppError not_found; conflict when it is not running */
  pause(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'running' && job.state !== 'paused') throw endedError()
    job.state = 'paused'
    job.touchedAt = this.#clock.now()
    return toProgress(job)
  }

  /** @throws AppError not_found; conflict when it has ended */
  resume(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'running' && job.state !== 'paused') throw endedError()
    job.state = 'running'
    job.touchedAt = this.#clock.now()
    wake(job)
    return toProgress(job)
  }

  /**
   * Cancels it in any state; one that has ended does not change.
   * @throws AppError not_found
   */
  cancel(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    this.#end(job, 'cancelled', null)
    return toProgress(job)
  }

  /**
   * The bytes of a zip, once. It ends when its reader leaves.
   * @throws AppError not_found; conflict when its download was started before
   */
  open(
    ownerId: string,
    zipId: string,
    { service, signal }: { service: Pick<Service, 'raw'>; signal: AbortSignal },
  ): { fileName: string; body: ReadableStream<Uint8Array> } {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'waiting') throw new AppError('conflict', serverText('media.zips.usedBefore'))
    job.state = 'running'
    const leave = () => this.#end(job, 'cancelled', serverText('media.zips.browserEnded'))
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const source = streamZip({
      files: job.files,
      names: job.names,
      zone: job.zone,
      language: job.language,
      service,
      signal: job.leaving.signal,
      clock: this.#clock,
      gate: () => waitAtGate(job),
      onBytes: (bytes) => {
        job.bytes += bytes
        job.touchedAt = this.#clock.now()
      },
      onFile: (position, { status, reason }) => {
        job.done += 1
        job.touchedAt = this.#clock.now()
        const file = job.files[position]
        if (status === 'included' || file === undefined) return
        const name = job.names[position] ?? ''
        job.missing.push({ file, name, isIncomplete: status === 'incomplete', reason: reason ?? '' })
      },
    })
    const body = this.#follow(job, source, () => signal.removeEventListener('abort', leave))
    return { fileName: job.fileName, body }
  }

  /** `source`, whose end also ends the job. */
  #follow(job: ZipJob, source: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
    const reader = source.getReader()
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            // A buffer in between would make a truncated zip longer, not complete.
            job.leaving.signal.throwIfAborted()
            const { done, value } = await reader.read()
            if (!done) {
              controller.enqueue(value)
              return
            }
            onEnd()
            this.#end(job, 'done', null)
            controller.close()
          } catch (error) {
            onEnd()
            this.#end(job, 'failed', error instanceof AppError ? error.text : serverText('media.zips.failed'))
            throw error
          }
        },
        cancel: async (reason) => {
          onEnd()
          this.#end(job, 'cancelled', serverText('media.zips.browserEnded'))
          await reader.cancel(reason).catch(() => {
            // It fails with the reason for its end.
          })
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** Drops what is over, and ends what nobody reads any more. */
  sweep(): void {
    const now = this.#clock.now()
    const finished: ZipJob[] = []
    for (const job of this.#jobs.values()) {
      const age = now - job.touchedAt
      if (job.state === 'waiting' && age > waitingMs) this.#jobs.delete(job.zipId)
      else if (isLive(job) && age > idleMs) this.#end(job, 'failed', serverText('media.zips.idle'))
      else if (!isLive(job) && age > keptMs) this.#jobs.delete(job.zipId)
      else if (!isLive(job)) finished.push(job)
    }
    finished.sort((a, b) => a.touchedAt - b.touchedAt)
    for (const job of finished.slice(0, Math.max(0, finished.length - finishedMax))) this.#jobs.delete(job.zipId)
  }

  #refuseTooMany(ownerId: string): void {
    const live = [...this.#jobs.values()].filter(isLive)
    if (live.filter((job) => job.ownerId === ownerId).length >= liveMax.owner)
      throw new AppError('throttled', serverText('media.zips.tooManyOwn', { max: liveMax.owner }), {
        details: { retryAfterSeconds: 30 },
      })
    if (live.length >= liveMax.process)
      throw new AppError('throttled', serverText('media.zips.tooManyAll'), {
        details: { retryAfterSeconds: 60 },
      })
  }

  #find(ownerId: string, zipId: string): ZipJob {
    const job = this.#jobs.get(zipId)
    // Another person's zip looks like one that does not exist.
    if (job === undefined || job.ownerId !== ownerId) throw new AppError('not_found', serverText('media.zips.notFound'))
    return job
  }

  #end(job: ZipJob, state: 'done' | 'failed' | 'cancelled', problem: string | null): void {
    if (!isLive(job)) return
    job.state = state
    job.problem = problem
    job.touchedAt = this.#clock.now()
    // The list of missing files is kept; the rest would only use memory.
    job.files = []
    job.names = []
    if (state !== 'done') job.leaving.abort(new AppError('unavailable', problem ?? serverText('media.zips.canceled')))
    wake(job)
  }
}

function endedError(): AppError {
  return new AppError('conflict', serverText('media.zips.notRunning'))
}

/** Days of the calendar in `zone`: "2026-11-20". */
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
    const jobs = new ZipJobs()
    setInterval(() => jobs.sweep(), sweepMs).unref()
    return jobs
  })
}
