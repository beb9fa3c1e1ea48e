import 'server-only'
import { randomUUID } from 'node:crypto'
import type { PageLanguage } from '@/lib/messages/languages'
import type { ZipProgress, ZipState } from '@/lib/media/schema'
import type { ZipFile } from './files'

/** A zip of which nothing is read for this long is ended. */
export const idleMs = 30 * 60_000
const missingShownMax = 200

interface Missing {
  file: ZipFile
  name: string
  isIncomplete: boolean
  reason: string
}

/** A zip that is being created, or was. */
export interface ZipJob {
  zipId: string
  ownerId: string
  fileName: string
  zone: string
  /** The zip's own texts: why files are missing. */
  language: PageLanguage
  only: 'all' | 'failed'
  files: readonly ZipFile[]
  names: readonly string[]
  /** How many files it has; `files` is emptied when it ends. */
  total: number
  state: ZipState
  problem: string | null
  done: number
  /** Bytes of files passed on so far. */
  bytes: number
  missing: Missing[]
  /** When something of it was last read or changed, in ms since 1970. */
  touchedAt: number
  /** Aborted when it ends early. */
  leaving: AbortController
  /** Wakes what waits for the end of a pause. */
  goOn: Set<() => void>
}

/** Being created, or waiting for its reader. */
export const isLive = ({ state }: ZipJob) => state === 'waiting' || state === 'running' || state === 'paused'

type NewJob = Pick<ZipJob, 'ownerId' | 'fileName' | 'zone' | 'language' | 'only' | 'files' | 'names' | 'touchedAt'>

/** A zip that waits for its reader. */
export function createJob(asked: NewJob): ZipJob {
  return {
    ...asked,
    zipId: randomUUID(),
    total: asked.files.length,
    state: 'waiting',
    problem: null,
    done: 0,
    bytes: 0,
    missing: [],
    leaving: new AbortController(),
    goOn: new Set(),
  }
}

/** Its progress, for its owner. At most 200 of the missing files are listed. */
export function toProgress(job: ZipJob): ZipProgress {
  return {
    zipId: job.zipId,
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

/** Ends every wait at the gate. */
export function wake(job: ZipJob): void {
  for (const goOn of job.goOn) goOn()
  job.goOn.clear()
}

/**
 * Resolves at once, or when a pause ends.
 * @throws the reason of `leaving` when the zip has ended
 */
export async function waitAtGate(job: ZipJob): Promise<void> {
  job.leaving.signal.throwIfAborted()
  while (job.state === 'paused') {
    await new Promise<void>((resolve) => job.goOn.add(resolve))
    job.leaving.signal.throwIfAborted()
  }
}
