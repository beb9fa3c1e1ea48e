import 'server-only'
import { beginActivity, finishActivity, type ActivityEnd, type NewActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { withLock } from '@/lib/db/embedded/lock'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { log } from '@/lib/log'
import type { WireStatusGroup } from '@/lib/service/assets'
import { service } from '@/lib/service/instance'
import { noteWriteAccepted, noteWriteRefusal } from '@/lib/service/refusals'
import type { CallOptions, Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { toStatusGroup } from './data'
import { recheckedNote, notDoneNote, type RecheckResult } from './recheck'
import type { StatusGroupWritten } from './schema'
import { refreshTypes, type Kept, type RefreshTypes } from './snapshot'

/**
 * Invariant: every write of a group or its types happens under one lock and is based on the current state at the
 * service. It is logged before it is sent, and it is sent only once.
 */

export interface WriteOptions {
  db?: Database
  service?: Pick<Service, 'call'>
  clock?: Clock
  requestId?: string
  /** Lists the assets of types again. */
  refresh?: RefreshTypes
  /** Pauses before each recheck after a lost response. */
  recheckDelaysMs?: readonly number[]
}

export interface Around {
  db: Database
  client: Pick<Service, 'call'>
  clock: Clock
  refresh: RefreshTypes
  recheckDelaysMs: readonly number[]
  requestId: string | undefined
  /** Options for requests within a write, for which a person and everyone who needs the lock wait. */
  call: CallOptions
}

/** The lock for all code that writes or assigns groups. */
export const statusGroupsLock = 'status-groups'

/** These pauses take eight seconds in total. */
const recheckDelaysMsDefault = [0, 500, 1_500, 2_000, 4_000]
/** If the service responded with an error, its work ends within two seconds, so fewer rechecks are enough. */
const rechecksAfterFailure = 3
const recheckDeadlineMs = 4_000
const writeDeadlineMs = 20_000

/** Runs `work` with its dependencies while no other write of groups runs. */
export async function writeAlone<Result>(
  given: WriteOptions,
  work: (around: Around) => Promise<Result>,
): Promise<Result> {
  const db = given.db ?? (await database())
  const { requestId } = given
  const around: Around = {
    db,
    client: given.service ?? service(),
    clock: given.clock ?? systemClock,
    refresh: given.refresh ?? refreshTypes,
    recheckDelaysMs: given.recheckDelaysMs ?? recheckDelaysMsDefault,
    requestId,
    call: { lane: 'person', deadlineMs: writeDeadlineMs, ...(requestId === undefined ? {} : { requestId }) },
  }
  return withLock(db, statusGroupsLock, () => work(around))
}

/** Whether the service may have done the write in spite of this error. */
export function isUncertain(error: unknown): boolean {
  if (!isAppError(error)) return true
  if (error.code === 'upstream_unknown' || error.code === 'internal') return true
  return error.code === 'upstream_failed' && (error.details.upstreamStatus ?? 0) >= 500
}

/**
 * Rechecks for some seconds until the outcome of a write that ended with `error` is known. A request whose response is
 * lost may still be in progress, so "not done" only counts in the last recheck. Null: unknown.
 */
export async function recheckRepeatedly(
  { clock, recheckDelaysMs }: Pick<Around, 'clock' | 'recheckDelaysMs'>,
  error: unknown,
  recheck: (options: CallOptions) => Promise<RecheckResult>,
): Promise<RecheckResult | null> {
  const hasAnswer = isAppError(error) && error.code === 'upstream_failed'
  const delaysMs = hasAnswer ? recheckDelaysMs.slice(0, rechecksAfterFailure) : recheckDelaysMs
  let found: RecheckResult | null = null
  for (const delayMs of delaysMs) {
    await clock.sleep(delayMs)
    found = await recheck({ lane: 'person', deadlineMs: recheckDeadlineMs }).catch(() => null)
    if (found?.kind === 'done') return found
  }
  return found?.kind === 'not done' ? found : null
}

/** Logs the outcome. If that fails, the entry is rechecked later. */
export async function endActivity(db: Database, activityId: string, end: ActivityEnd): Promise<void> {
  await finishActivity(db, activityId, end).catch((error: unknown) =>
    log().warn({ err: error, activityId }, 'the outcome of a write could not be kept; it is looked up later'),
  )
}

export interface Write {
  intent: NewActivity
  /** Called before the request is sent, to store data that the write will delete. If it throws, nothing is sent. */
  keep?: (activityId: string) => Promise<Kept>
  send: () => Promise<WireStatusGroup | null>
  recheck: (activityId: string, options: CallOptions) => Promise<RecheckResult>
  /** Called after the write. Returns a note and further fields for the log. */
  finish?: (
    group: WireStatusGroup | null,
    activityId: string,
  ) => Promise<{ group: WireStatusGroup | null; note?: string; after?: object }>
}

const joinNotes = (...notes: ReadonlyArray<string | null | undefined>) =>
  notes.filter((note) => note !== null && note !== undefined && note !== '').join(' ')

/**
 * Carries out one write, from its log entry to the outcome.
 * @throws the same errors as `Service.call`; if it throws, nothing was changed
 */
export async function performWrite(
  around: Around,
  actor: Actor,
  { intent, keep, send, recheck, finish }: Write,
): Promise<StatusGroupWritten> {
  const { db, requestId } = around
  const activityId = await beginActivity(db, actor, {
    ...intent,
    ...(requestId === undefined ? {} : { requestId }),
  })
  const fail = async (error: unknown, note?: string, isFromRecheck = false): Promise<never> => {
    const message = isAppError(error) ? error.text : serverText('common.mistake')
    await endActivity(db, activityId, { outcome: 'failed', note: joinNotes(message, note), isFromRecheck })
    throw error
  }
  const kept = (await keep?.(activityId).catch((error: unknown) => fail(error, serverText('common.nothingSent')))) ?? {
    count: 0,
    note: null,
    typeIds: [],
  }

  let sent: { group: WireStatusGroup | null; wasLookedUp: boolean }
  try {
    sent = { group: await send(), wasLookedUp: false }
  } catch (error) {
    if (!isUncertain(error)) {
      if (isAppError(error) && error.details.upstreamStatus === 403) noteWriteRefusal('status-groups')
      return await fail(error)
    }
    const found = await recheckRepeatedly(around, error, (options) => recheck(activityId, options))
    if (found?.kind === 'not done') {
      const isLost = !isAppError(error) || error.code === 'upstream_unknown'
      if (!isLost) return await fail(error, serverText('common.unchangedByCheck'), true)
      await endActivity(db, activityId, { outcome: 'failed', note: notDoneNote, isFromRecheck: true })
      throw new AppError('upstream_failed', serverText('common.notDoneRetry'), { cause: error })
    }
    if (found?.kind !== 'done') {
      const note = serverText('common.outcomeUnknown')
      await endActivity(db, activityId, { outcome: 'unknown', note: joinNotes(note, kept.note) })
      return { outcome: 'unknown', group: null, activityId, snapshotCount: kept.count, wasLookedUp: false }
    }
    sent = { group: found.group, wasLookedUp: true }
  }

  noteWriteAccepted('status-groups')
  publishChange('status-groups')
  const finished = (await finish?.(sent.group, activityId).catch((error: unknown) => {
    // The write itself was done, so it must not be reported as failed.
    log().error({ err: error, activityId }, 'what follows a write failed')
    return null
  })) ?? { group: sent.group }
  const { group } = finished
  const note = joinNotes(sent.wasLookedUp ? recheckedNote : null, kept.note, finished.note)
  await endActivity(db, activityId, {
    outcome: 'done',
    note: note === '' ? null : note,
    ...(group === null ? {} : { objectId: group.groupId, after: { ...toStatusGroup(group), ...finished.after } }),
  })
  // `finish` may have changed groups again.
  publishChange('status-groups')
  // Starts a new count without waiting. If it fails, the refresher lists the assets later.
  if (kept.typeIds.length > 0) void around.refresh(kept.typeIds).catch(() => null)
  return {
    outcome: 'done',
    group: group === null ? null : toStatusGroup(group),
    activityId,
    snapshotCount: kept.count,
    wasLookedUp: sent.wasLookedUp,
  }
}
