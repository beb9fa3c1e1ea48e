import 'server-only'
import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import { documentName, giveUpMs, missingGraceMs, pollDelayMs, startDelayMs } from './model'
import type { DocumentState } from './remote'
import type { Outcome, TakenFile } from './store'

/** What the answers of the service mean for a file. All instants are milliseconds since the epoch. */

const lostNote = serverText('exports.startLost')
const strangeNote = serverText('exports.startWithoutId')

/** The outcome of a start whose worker died before it knew the answer. */
export const lostStart = { state: 'unknown', note: lostNote } as const

/** A start was accepted. `remoteId` null: without an id that can be used. */
export function endOfStart(file: TakenFile, remoteId: string | null, now: number): Outcome {
  if (remoteId === null) return { state: 'unknown', now: new Date(now), note: strangeNote, tries: 0 }
  const nextAt = new Date(now + pollDelayMs(0, file.is_single))
  return { state: 'running', now: new Date(now), nextAt, note: null, remoteId, tries: 0 }
}

/** A start failed. Only what the service certainly did not take is tried again without a person. */
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

/** It will never be ready: the id under which the service made it is forgotten. */
export function failPoll(file: TakenFile, note: string, now: number): Outcome {
  return { state: 'failed', now: new Date(now), note, remoteId: null, tries: file.tries + 1 }
}

const ageOf = (file: TakenFile, now: number) => now - Date.parse(file.started_at)

/** It is polled again, unless it has been made for too long. */
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

/** The service said how far a file is. */
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

/** The service could not be asked how far a file is. */
export function endOfPollError(file: TakenFile, error: unknown, now: number): Outcome {
  const code = error instanceof AppError ? error.code : 'internal'
  // A new id is not known everywhere at once; a known id that was deleted does not return.
  if (code === 'not_found' && (file.tries === 0 || ageOf(file, now) < missingGraceMs)) return pollAgain(file, now, null)
  if (code === 'not_found' || code === 'invalid') return failPoll(file, serverText('exports.documentUnknown'), now)
  if (code === 'upstream_refused')
    return { state: 'failed', now: new Date(now), note: describeTrouble(error), tries: file.tries + 1 }
  const waitSeconds = error instanceof AppError ? (error.details.retryAfterSeconds ?? 0) : 0
  return pollAgain(file, now, describeTrouble(error), waitSeconds * 1000)
}

/** The text of an error for people; unexpected ones reveal no internals. */
function describeTrouble(error: unknown): string {
  return error instanceof AppError && error.code !== 'internal' ? error.text : serverText('common.mistake')
}
