import 'server-only'
import { beginActivity, finishActivity, type ActivityEnd, type NewActivity } from '@/lib/activity/journal'
import type { Actor } from '@/lib/access/actor'
import type { Locker } from '@/lib/auth/locker'
import { systemClock, type Clock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { withLock } from '@/lib/db/embedded/lock'
import type { Database } from '@/lib/db/types'
import { AppError } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import { log } from '@/lib/log'
import { service } from '@/lib/service/instance'
import type { CallOptions, Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'
import { serverText } from '@/lib/server-text'
import { receiverUrl } from './data'
import { webhookDoor } from './instance'
import { notDoneNote, recheckedNote, recheckWrite, type Recheck } from './recheck'
import { explainUnavailable } from './remote'
import { webhookLock, webhookLocker } from './secrets'

/**
 * Invariant: every write of a subscription or a secret happens under one lock and is based on what the service has at
 * that moment. It is logged before it is sent, and it is sent once.
 */

export interface WriteOptions {
  db?: Database
  service?: Pick<Service, 'call'>
  clock?: Clock
  locker?: Locker
  url?: string
  onSecret?: () => void
  /** Pauses before each recheck of a write whose response was lost. */
  recheckDelaysMs?: readonly number[]
}

export interface Around {
  db: Database
  service: Pick<Service, 'call'>
  clock: Clock
  locker: Locker
  url: string
  onSecret: () => void
  recheckDelaysMs: readonly number[]
  call: CallOptions
}

const recheckDelaysMsDefault = [0, 500, 1_500, 3_000]
const recheckDeadlineMs = 4_000
const writeDeadlineMs = 20_000

/** Runs `work` with its dependencies, while no other write of webhooks runs. */
export async function writeAlone<Result>(
  given: WriteOptions,
  work: (around: Around) => Promise<Result>,
): Promise<Result> {
  const db = given.db ?? (await database())
  const around: Around = {
    db,
    service: given.service ?? service(),
    clock: given.clock ?? systemClock,
    locker: given.locker ?? webhookLocker(),
    url: given.url ?? receiverUrl(),
    onSecret: given.onSecret ?? (() => webhookDoor().secrets.forget()),
    recheckDelaysMs: given.recheckDelaysMs ?? recheckDelaysMsDefault,
    call: { lane: 'person', deadlineMs: writeDeadlineMs },
  }
  return withLock(db, webhookLock, () => work(around))
}

/** Whether the service may have done the write although it responded with an error or not at all. */
function isUncertain(error: unknown): boolean {
  if (!isAppError(error)) return true
  if (error.code === 'upstream_unknown' || error.code === 'internal') return true
  const status = error.details.upstreamStatus ?? 0
  return error.code === 'upstream_failed' && status >= 500 && status !== 501
}

/**
 * Rechecks a write. Only the last recheck may find "not done", because the request may still be on its way. Null:
 * unknown.
 */
async function recheckRepeatedly(intent: NewActivity, around: Around): Promise<Recheck | null> {
  let found: Recheck | null = null
  for (const delayMs of around.recheckDelaysMs) {
    await around.clock.sleep(delayMs)
    const { action, objectId, before, after } = intent
    const call = { lane: 'person', deadlineMs: recheckDeadlineMs } as const
    found = await recheckWrite({ action, objectId, before, after }, { ...around, call }).catch(() => null)
    if (found?.kind === 'done') return found
  }
  return found?.kind === 'not done' ? found : null
}

async function end(db: Database, activityId: string, how: ActivityEnd): Promise<void> {
  await finishActivity(db, activityId, how).catch((error: unknown) =>
    log().warn({ err: error, activityId }, 'the outcome of a write could not be kept; it is rechecked later'),
  )
}

export type Written =
  | { outcome: 'done'; activityId: string; done: Extract<Recheck, { kind: 'done' }>; note: string | null }
  | { outcome: 'unknown'; activityId: string; note: string }

/**
 * Carries out one write, from the intent in the log to its outcome.
 * @throws AppError as `Service.call`; when it throws, nothing was changed
 */
export async function performWrite(
  around: Around,
  actor: Actor,
  intent: NewActivity,
  send: () => Promise<Omit<Extract<Recheck, { kind: 'done' }>, 'kind'>>,
): Promise<Written> {
  const { db } = around
  const activityId = await beginActivity(db, actor, intent)
  let done: Extract<Recheck, { kind: 'done' }>
  let note: string | null = null
  try {
    done = { kind: 'done', ...(await send()) }
  } catch (thrown) {
    const error = explainUnavailable(thrown)
    const message = isAppError(error) ? error.text : serverText('common.mistake')
    if (!isUncertain(error)) {
      await end(db, activityId, { outcome: 'failed', note: message })
      throw error
    }
    const found = await recheckRepeatedly(intent, around)
    if (found?.kind === 'not done') {
      await end(db, activityId, { outcome: 'failed', note: notDoneNote, isFromRecheck: true })
      throw new AppError('upstream_failed', serverText('common.notDoneRetry'), { cause: thrown })
    }
    if (found?.kind !== 'done') {
      const unknown = serverText('common.outcomeUnknown')
      await end(db, activityId, { outcome: 'unknown', note: unknown })
      return { outcome: 'unknown', activityId, note: unknown }
    }
    done = found
    note = recheckedNote
  }
  await end(db, activityId, {
    outcome: 'done',
    note,
    ...(done.subscription === null ? {} : { objectId: done.subscription.webhookId }),
  })
  publishChange('webhooks')
  return { outcome: 'done', activityId, done, note }
}
