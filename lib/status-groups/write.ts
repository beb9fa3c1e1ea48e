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
 * Invariant: every write of a group, or of the types it is assigned to, happens under one lock and is based on what the
 * service has at that moment. It is logged before it is sent, and it is sent once.
 */

export interface WriteOptions {
  db?: Database
  service?: Pick<Service, 'call'>
  clock?: Clock
  requestId?: string
  /** Lists the assets of types again. */
  refresh?: RefreshTypes
  /** Pauses before each recheck of a lost answer. */
  recheckDelaysMs?: readonly number[]
}

export interface Around {
  db: Database
  client: Pick<Service, 'call'>
  clock: Clock
  refresh: RefreshTypes
  recheckDelaysMs: readonly number[]
  requestId: string | undefined
  /** Options of requests within a write: a person waits, and others wait for the lock. */
  call: CallOptions
}

/** Shared with everything else that writes or assigns groups. */
export const statusGroupsLock = 'status-groups'

/** Eight seconds in total. */
const recheckDelaysMsDefault = [0, 500, 1_500, 2_000, 4_000]
/** If the service answered with an error, it is finished within two seconds. */
const rechecksAfterFailure = 3
const recheckDeadlineMs = 4_000
const writeDeadlineMs = 20_000

/** Runs `work` with its dependencies, alone among all writes of groups. */
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

/** The service may have done it although it answered with an error or not at all. */
export function isUncertain(error: unknown): boolean {
  if (!isAppError(error)) return true
  if (error.code === 'upstream_unknown' || error.code === 'internal') return true
  return error.code === 'upstream_failed' && (error.details.upstreamStatus ?? 0) >= 500
}

/**
 * Rechecks for some seconds, until the outcome of a write that ended with `error` is clear. A request whose answer is
 * lost may still be on its way, so "not done" is only accepted from the last check. Null: unknown.
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
  /** Stores what the write will delete before it is sent. If it throws, nothing is sent. */
  keep?: (activityId: string) => Promise<Kept>
  send: () => Promise<WireStatusGroup | null>
  recheck: (activityId: string, options: CallOptions) => Promise<RecheckResult>
  /** What else is logged about the result: a note and further fields. */
  finish?: (
    group: WireStatusGroup | null,
    activityId: string,
  ) => Promise<{ group: WireStatusGroup | null; note?: string; after?: object }>
}

const joinNotes = (...notes: ReadonlyArray<string | null | undefined>) =>
  notes.filter((note) => note !== null && note !== undefined && note !== '').join(' ')

/**
 * Carries out one write, from the intent in the log to its outcome.
 * @throws AppError as `Service.call`; when it throws, nothing was changed
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
    // The write was done, so it must not be reported as failed.
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
  // Later steps have changed groups again.
  publishChange('status-groups')
  // Starts a new count. Nobody waits for it; if it fails, the refresher lists the assets later.
  if (kept.typeIds.length > 0) void around.refresh(kept.typeIds).catch(() => null)
  return {
    outcome: 'done',
    group: group === null ? null : toStatusGroup(group),
    activityId,
    snapshotCount: kept.count,
    wasLookedUp: sent.wasLookedUp,
  }
}
