import 'server-only'
import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '@/lib/clock'
import { AppError } from '@/lib/errors'
import { createTimeWriter } from '@/lib/csv/csv'
import { processWide } from '@/lib/process-wide'
import type { Service } from '@/lib/service/types'
import type { ZipProgress, ZipStarted, ZipState } from '@/lib/media/schema'
import type { ZipContent, ZipFile } from './files'
import { createEntryNamer, zipFileName } from './names'
import { streamZip } from './stream'

/**
 * Invariant: a zip is its owner's alone, is read once, and is forgotten by itself: when nobody begins to read it, when
 * nothing of it is taken for long, and some time after its end.
 */

/** Being made at once, waiting ones included: each holds up to 16 MB and some connections to the service. */
const liveMax = { owner: 3, process: 8 } as const
const finishedMax = 60
const waitingMs = 2 * 60_000
const idleMs = 30 * 60_000
const keptMs = 60 * 60_000
const missingShownMax = 200

interface Missing {
  file: ZipFile
  name: string
  isIncomplete: boolean
  reason: string
}

interface Job {
  zipId: string
  ownerId: string
  fileName: string
  zone: string
  only: 'all' | 'failed'
  files: readonly ZipFile[]
  names: readonly string[]
  /** `files` is let go when it ends. */
  total: number
  state: ZipState
  problem: string | null
  done: number
  bytes: number
  missing: Missing[]
  touchedAt: number
  leaving: AbortController
  /** Wakes what waits for the end of a pause. */
  goOn: Set<() => void>
}

const isLive = ({ state }: Job) => state === 'waiting' || state === 'running' || state === 'paused'

/** The zips of this process. */
export class ZipJobs {
  readonly #jobs = new Map<string, Job>()
  readonly #clock: Clock

  constructor(clock: Clock = systemClock) {
    this.#clock = clock
  }

  /** @throws AppError throttled when too many are being made; invalid for an unknown zone */
  create(ownerId: string, content: ZipContent, asked: { only: 'all' | 'failed'; zone: string }): ZipStarted {
    this.sweep()
    const live = [...this.#jobs.values()].filter(isLive)
    if (live.filter((job) => job.ownerId === ownerId).length >= liveMax.owner)
      throw new AppError(
        'throttled',
        'Three zips of yours are being downloaded already. Wait until one has ended, or cancel it.',
        {
          details: { retryAfterSeconds: 30 },
        },
      )
    if (live.length >= liveMax.process)
      throw new AppError('throttled', 'Too many zips are being downloaded from this console. Try again in a minute.', {
        details: { retryAfterSeconds: 60 },
      })
    const { only, zone } = asked
    const dayOf = createDays(zone)
    const today = dayOf(new Date(this.#clock.now()).toISOString())
    const { files, inspections, unread } = content
    const job: Job = {
      zipId: randomUUID(),
      ownerId,
      fileName: zipFileName(files, { inspections, only, today, dayOf }),
      zone,
      only,
      files,
      names: files.map(createEntryNamer(inspections, dayOf)),
      total: files.length,
      state: 'waiting',
      problem: null,
      done: 0,
      bytes: 0,
      missing: [],
      touchedAt: this.#clock.now(),
      leaving: new AbortController(),
      goOn: new Set(),
    }
    this.#jobs.set(job.zipId, job)
    return { zipId: job.zipId, fileName: job.fileName, files: files.length, inspections, unread }
  }

  /** A new zip of the files that another one lacks. @throws AppError not_found; conflict when it lacks none or has not ended */
  retry(ownerId: string, zipId: string): ZipStarted {
    const { missing, only, zone, state } = this.#find(ownerId, zipId)
    if (state !== 'done' || missing.length === 0)
      throw new AppError('conflict', 'There is nothing to fetch again in this zip.')
    const files = missing.map(({ file }) => file)
    const inspections = new Set(files.map(({ inspection }) => inspection.auditId)).size
    return this.create(ownerId, { files, inspections, unread: 0 }, { only, zone })
  }

  /** @throws AppError not_found */
  read(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    return {
      zipId,
      fileName: job.fileName,
      state: job.state,
      problem: job.problem,
      files: job.total,
      done: job.done,
      bytes: job.bytes,
      missingCount: job.missing.length,
      missing: job.missing.slice(0, missingShownMax).map(({ file, name, isIncomplete, reason }) => ({
        auditId: file.inspection.auditId,
        mediaId: file.mediaId,
        inspection: file.inspection.title,
        fileName: name,
        isIncomplete,
        reason,
      })),
      endsAt: job.state === 'paused' ? new Date(job.touchedAt + idleMs).toISOString() : null,
    }
  }

  /** @throws AppError not_found; conflict when it is not running */
  pause(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'running' && job.state !== 'paused') throw endedError()
    job.state = 'paused'
    job.touchedAt = this.#clock.now()
    return this.read(ownerId, zipId)
  }

  /** @throws AppError not_found; conflict when it has ended */
  resume(ownerId: string, zipId: string): ZipProgress {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'running' && job.state !== 'paused') throw endedError()
    job.state = 'running'
    job.touchedAt = this.#clock.now()
    wake(job)
    return this.read(ownerId, zipId)
  }

  /** Ends it, whatever it does; one that has ended stays as it is. @throws AppError not_found */
  cancel(ownerId: string, zipId: string): ZipProgress {
    this.#end(this.#find(ownerId, zipId), 'cancelled', null)
    return this.read(ownerId, zipId)
  }

  /**
   * The bytes of a zip, once. It ends when its reader leaves.
   * @throws AppError not_found; conflict when it was begun before
   */
  open(
    ownerId: string,
    zipId: string,
    { service, signal }: { service: Pick<Service, 'raw'>; signal: AbortSignal },
  ): { fileName: string; body: ReadableStream<Uint8Array> } {
    const job = this.#find(ownerId, zipId)
    if (job.state !== 'waiting') throw new AppError('conflict', 'This zip was downloaded before. Start a new one.')
    job.state = 'running'
    const leave = () => this.#end(job, 'cancelled', 'The browser ended the download.')
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    const source = streamZip({
      files: job.files,
      names: job.names,
      zone: job.zone,
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

  /** `source` with its end told to the job. */
  #follow(job: Job, source: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
    const reader = source.getReader()
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            // What waits in between would make a cut-off zip longer, not whole.
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
            this.#end(job, 'failed', error instanceof AppError ? error.message : 'The console could not go on with it.')
            throw error
          }
        },
        cancel: async (reason) => {
          onEnd()
          this.#end(job, 'cancelled', 'The browser ended the download.')
          await reader.cancel(reason).catch(() => {
            // It fails with what ended it.
          })
        },
      },
      { highWaterMark: 0 },
    )
  }

  /** Forgets what is over, and ends what nobody takes any more. */
  sweep(): void {
    const now = this.#clock.now()
    const finished: Job[] = []
    for (const job of this.#jobs.values()) {
      const age = now - job.touchedAt
      if (job.state === 'waiting' && age > waitingMs) this.#jobs.delete(job.zipId)
      else if (isLive(job) && age > idleMs)
        this.#end(job, 'failed', 'Nothing of it was taken for half an hour, so it was ended. Start it again.')
      else if (!isLive(job) && age > keptMs) this.#jobs.delete(job.zipId)
      else if (!isLive(job)) finished.push(job)
    }
    finished.sort((a, b) => a.touchedAt - b.touchedAt)
    for (const job of finished.slice(0, Math.max(0, finished.length - finishedMax))) this.#jobs.delete(job.zipId)
  }

  #find(ownerId: string, zipId: string): Job {
    const job = this.#jobs.get(zipId)
    // Somebody else's is not told from one that never was.
    if (job === undefined || job.ownerId !== ownerId)
      throw new AppError('not_found', 'This zip is no longer known here. Start it again.')
    return job
  }

  #end(job: Job, state: 'done' | 'failed' | 'cancelled', problem: string | null): void {
    if (!isLive(job)) return
    job.state = state
    job.problem = problem
    job.touchedAt = this.#clock.now()
    // What is missing keeps its own; the rest would stay in memory for nothing.
    job.files = []
    job.names = []
    if (state !== 'done') job.leaving.abort(new AppError('unavailable', problem ?? 'The download was cancelled.'))
    wake(job)
  }
}

function endedError(): AppError {
  return new AppError('conflict', 'This zip is not being downloaded.')
}

function wake(job: Job): void {
  for (const goOn of job.goOn) goOn()
  job.goOn.clear()
}

async function waitAtGate(job: Job): Promise<void> {
  job.leaving.signal.throwIfAborted()
  while (job.state === 'paused') {
    await new Promise<void>((resolve) => job.goOn.add(resolve))
    job.leaving.signal.throwIfAborted()
  }
}

/** Days as calendars in `zone` have them: "2026-11-20". */
function createDays(zone: string): (instant: string) => string {
  let time: (instant: string) => string
  try {
    time = createTimeWriter(zone)
  } catch (error) {
    throw new AppError('invalid', 'The time zone is not known.', {
      cause: error,
      details: { fields: { zone: 'is not known' } },
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
