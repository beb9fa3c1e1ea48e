import 'server-only'
import { AppError } from '@/lib/errors'
import type { ZipMissing, ZipState } from '@/lib/media/schema'
import { serverText } from '@/lib/server-text'
import type { ZipFile } from './files'
import type { ZipOutcome } from './manifest'
import type { ZipReport } from './store'

const missingShownMax = 200

/** A zip that is being downloaded through this console. */
export interface ZipJob extends ZipReport {
  files: readonly ZipFile[]
  names: readonly string[]
  isPaused: boolean
  /** How often this console has paused, resumed or canceled the zip. */
  orders: number
  missing: number[]
  missingShown: ZipMissing[]
  /** Aborted when the zip ends early. */
  leaving: AbortController
  /** Called at the end of a pause. */
  goOn: Set<() => void>
}

export function createJob(asked: Pick<ZipJob, 'zipId' | 'consoleId' | 'files' | 'names'>): ZipJob {
  return {
    ...asked,
    isPaused: false,
    orders: 0,
    done: 0,
    bytes: 0,
    missing: [],
    missingShown: [],
    end: null,
    leaving: new AbortController(),
    goOn: new Set(),
  }
}

/** Records that a file is done. At most 200 missing files are shown. */
export function noteFile(job: ZipJob, position: number, { status, reason }: ZipOutcome): void {
  job.done += 1
  const file = job.files[position]
  if (status === 'included' || file === undefined) return
  job.missing.push(position)
  if (job.missingShown.length >= missingShownMax) return
  job.missingShown.push({
    auditId: file.inspection.auditId,
    mediaId: file.mediaId,
    inspection: file.inspection.title,
    fileName: job.names[position] ?? '',
    isIncomplete: status === 'incomplete',
    reason: reason ?? '',
  })
}

/** Ends a zip if it has not ended yet. */
export function endJob(job: ZipJob, state: 'done' | 'failed' | 'cancelled', problem: string | null): void {
  if (job.end !== null) return
  job.end = { state, problem }
  if (state !== 'done') job.leaving.abort(new AppError('unavailable', problem ?? serverText('media.zips.canceled')))
  wake(job)
}

/** Follows the state in the zip's row, which any console may have changed. Null: the row was deleted. */
export function obey(job: ZipJob, state: ZipState | null): void {
  job.isPaused = state === 'paused'
  if (state === 'paused') return
  if (state === 'running') wake(job)
  else endJob(job, state === 'done' || state === 'failed' ? state : 'cancelled', null)
}

/** Ends all waits at the gate. */
function wake(job: ZipJob): void {
  for (const goOn of job.goOn) goOn()
  job.goOn.clear()
}

/**
 * Resolves at once, or at the end of a pause.
 * @throws the reason of `leaving` if the zip has ended
 */
export async function waitAtGate(job: ZipJob): Promise<void> {
  job.leaving.signal.throwIfAborted()
  while (job.isPaused) {
    await new Promise<void>((resolve) => job.goOn.add(resolve))
    job.leaving.signal.throwIfAborted()
  }
}
