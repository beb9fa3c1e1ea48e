import 'server-only'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { documentName, giveUpMs, missingGraceMs, pollDelayMs, startDelayMs } from './model'
import type { DocumentState } from './remote'
import type { Outcome, TakenFile } from './store'

/** What responses of the service mean for a file. All instants are milliseconds since the epoch. */

const lostNote = serverText('exports.startLost')
const strangeNote = serverText('exports.startWithoutId')

/** The outcome of a start whose worker died before it received the response. */
export const lostStart = { state: 'unknown', note: lostNote } as const

/** The outcome of an accepted start. `remoteId` is null when the response had no usable id. */
export function endOfStart(file: TakenFile, remoteId: string | null, now: number): Outcome {
  if (remoteId === null) return { state: 'unknown', now: new Date(now), note: strangeNote, tries: 0 }
  const nextAt = new Date(now + pollDelayMs(0, file.is_single))
  return { state: 'running', now: new Date(now), nextAt, note: null, remoteId, tries: 0 }
}

/** The outcome of a failed start. It is retried automatically only if the service certainly did not accept it. */
export function endOfStartError(file: TakenFile, error: unknown, now: number): Outcome {
  const code = error instanceof AppError ? error.code : 'internal'
  if (error instanceof AppError && (code === 'upstream_throttled' || code === 'unavailable')) {
    const waitMs = Math.max((error.details.retryAfterSeconds ?? 0) * 1000, startDelayMs(file.tries))
    const nextAt = new Date(now + waitMs)
    return { state: 'waiting', now: new Date(now), nextAt, note: error.text, tries: file.tries + 1 }
  }
  const isKnown = error instanceof AppError && code !== 'upstream_unknown' && code !== 'internal'
  return isKnown
    ? { state: 'failed', now: new Date(now), note: error.text, tries: 0 }
    : { ...lostStart, now: new Date(now), tries: 0 }
}

/**
 * The outcome for a file that will never be ready. Its id at the service is deleted, so that a retry starts it again.
 */
export function failPoll(file: TakenFile, note: string, now: number): Outcome {
  return { state: 'failed', now: new Date(now), note, remoteId: null, tries: file.tries + 1 }
}

const ageOf = (file: TakenFile, now: number) => now - Date.parse(file.started_at)

/** Polls the file again later, unless its creation has taken too long. */
function pollAgain(file: TakenFile, now: number, note: string | null, waitMs = 0): Outcome {
  const tries = file.tries + 1
  if (ageOf(file, now) < giveUpMs) {
    const nextAt = new Date(now + Math.max(waitMs, pollDelayMs(tries, file.is_single)))
    return { state: 'running', now: new Date(now), nextAt, note, tries }
  }
  const last = note ?? serverText('exports.stillCreating')
  return {
    state: 'failed',
    now: new Date(now),
    note: serverText('exports.notFinished', { minutes: giveUpMs / 60_000, reason: last }),
    tries,
  }
}

/** The outcome of a poll. */
export function endOfPoll(file: TakenFile, { state, strange, reason, fileName }: DocumentState, now: number): Outcome {
  if (state === 'failed')
    return failPoll(
      file,
      reason === null ? serverText('exports.failed') : serverText('exports.failedBecause', { reason }),
      now,
    )
  if (state === 'running')
    return pollAgain(file, now, strange === null ? null : serverText('exports.says', { status: strange }))
  return {
    state: 'ready',
    now: new Date(now),
    note: null,
    fileName: fileName ?? documentName(file.title, file.audit_id, file.format),
    tries: file.tries + 1,
  }
}

/** The outcome of a poll that failed. */
export function endOfPollError(file: TakenFile, error: unknown, now: number): Outcome {
  const code = error instanceof AppError ? error.code : 'internal'
  // The service may not know a new id everywhere yet. An older id that is unknown was deleted and does not return.
  if (code === 'not_found' && (file.tries === 0 || ageOf(file, now) < missingGraceMs)) return pollAgain(file, now, null)
  if (code === 'not_found' || code === 'invalid') return failPoll(file, serverText('exports.documentUnknown'), now)
  if (code === 'upstream_refused')
    return { state: 'failed', now: new Date(now), note: describeTrouble(error), tries: file.tries + 1 }
  const waitSeconds = error instanceof AppError ? (error.details.retryAfterSeconds ?? 0) : 0
  return pollAgain(file, now, describeTrouble(error), waitSeconds * 1000)
}

/** The text of an error for people. The text of an unexpected error reveals no internals. */
function describeTrouble(error: unknown): string {
  return error instanceof AppError && error.code !== 'internal' ? error.text : serverText('common.mistake')
}
