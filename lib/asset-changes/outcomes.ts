import 'server-only'
import { beginActivity, finishActivity } from '@/lib/activity/journal'
import { keepSnapshot, type SnapshotRow } from '@/lib/activity/snapshot-store'
import type { AssetStatus } from '@/lib/assets/schema'
import { markAssetsMissing, storeWrittenAsset } from '@/lib/assets/store'
import { noteUncounted } from '@/lib/assets/uncounted'
import type { Clock } from '@/lib/clock'
import type { Database, DatabaseLog } from '@/lib/db/types'
import { AppError, type ErrorCode } from '@/lib/errors'
import { publishChange } from '@/lib/events/publish'
import type { WireAsset } from '@/lib/service/assets'
import { noteWriteAccepted, noteWriteRefusal } from '@/lib/service/refusals'
import { serverText } from '@/lib/server-text'
import { recheckDelayMs, waitDelayMs } from './model'
import type { Remote } from './remote'
import { putActivity, settleFollowers, settleStep, stopChange, type GroupName, type TakenStep } from './store'
import { notes } from './texts'

/** What is needed to carry out a step. */
export interface Tools {
  db: Database
  remote: Remote
  clock: Clock
  log: DatabaseLog
  /** Runs work while no console runs other work under this lock. */
  lock: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Refreshes the list of assets of these types. */
  refreshTypes: (typeIds: readonly string[]) => Promise<unknown>
}

/** The result of a try. `later`: nothing was sent. */
export type End =
  | { kind: 'done' | 'unchanged' | 'failed' | 'lost'; note: string | null; asset?: WireAsset; isFromRecheck?: boolean }
  /** All other steps of the change would fail too, so none of them is sent. */
  | { kind: 'refused'; note: string; isWrite: boolean }
  | { kind: 'later'; note: string; waitMs: number }
/**
 * Only the service can show whether the write was done. `note`: the reason why the service reported a failure; null if
 * it accepted the write.
 */
export type Unseen = { kind: 'unseen'; note: string | null }

const ownMistake = serverText('common.mistake')

/** The status of an asset as steps store it. */
export const statusOf = ({ status }: WireAsset): AssetStatus | null =>
  status === null
    ? null
    : { optionId: status.optionId, name: status.name, color: status.color, groupId: status.groupId }
interface Trouble {
  code: ErrorCode
  message: string
  waitMs: number
  status: number | null
}

/** Returns what went wrong, as a text for people. Unexpected errors are logged. */
export function readTrouble(error: unknown, { log }: Tools): Trouble {
  if (error instanceof AppError && error.code !== 'internal') {
    const { retryAfterSeconds = 0, upstreamStatus = null } = error.details
    return { code: error.code, message: error.text, waitMs: retryAfterSeconds * 1000, status: upstreamStatus }
  }
  log.error({ err: error }, 'a step of a change failed')
  return { code: 'internal', message: ownMistake, waitMs: 0, status: null }
}

/** The end of a step for errors that writes and reads share: nothing was sent, or the token lacks permission. */
function endUnsent(step: TakenStep, { code, message, waitMs, status }: Trouble, isWrite: boolean): End | null {
  if (code === 'upstream_throttled' || code === 'unavailable')
    return { kind: 'later', note: message, waitMs: Math.max(waitMs, waitDelayMs(step.tries)) }
  if (code === 'upstream_refused')
    return { kind: 'refused', note: `${message} ${notes.stopped}`, isWrite: isWrite && status === 403 }
  return null
}

const noteMissing = (step: TakenStep) => (step.object_kind === 'asset' ? notes.gone : notes.goneType)

/** The end of a step whose write failed with an error. */
export function endOfWrite(tools: Tools, step: TakenStep, error: unknown): End | Unseen {
  const trouble = readTrouble(error, tools)
  const unsent = endUnsent(step, trouble, true)
  if (unsent !== null) return unsent
  const { code, message, status } = trouble
  // Without an error status, the service accepted the request. If the current value differs, it was set later.
  if (code === 'upstream_failed') return { kind: 'unseen', note: status === null ? null : message }
  if (code === 'upstream_unknown' || code === 'internal') return { kind: 'lost', note: notes.lost }
  return { kind: 'failed', note: code === 'not_found' ? noteMissing(step) : message }
}

/** The end of a step whose read before the write failed with an error. */
export function endOfRead(tools: Tools, step: TakenStep, error: unknown): End {
  const trouble = readTrouble(error, tools)
  const unsent = endUnsent(step, trouble, false)
  if (unsent !== null) return unsent
  const { code, message } = trouble
  if (code === 'not_found') return { kind: 'failed', note: noteMissing(step) }
  return { kind: 'failed', note: code === 'internal' ? message : `${message} ${serverText('common.nothingSent')}` }
}

const outcomes = { done: 'done', unchanged: 'done', failed: 'failed', refused: 'failed', lost: 'unknown' } as const

/** Records the result of a try in the step, the log and the index, in one transaction. */
export async function settle(tools: Tools, step: TakenStep, activityId: string | null, end: End): Promise<void> {
  const { db, clock } = tools
  const now = new Date(clock.now())
  const asset = end.kind === 'later' || end.kind === 'refused' ? undefined : end.asset
  await db.transaction(async (tx) => {
    if (end.kind === 'later') {
      // Nothing was sent, so the next try gets a new log entry.
      if (activityId !== null) {
        if (!(await putActivity(tx, step, null))) return
        await finishActivity(tx, activityId, { outcome: 'failed', note: `${notes.notSent} ${end.note}` })
      }
      await settleStep(tx, step, { state: 'waiting', now, note: end.note, nextAt: new Date(clock.now() + end.waitMs) })
      return
    }
    const state = end.kind === 'refused' ? 'failed' : end.kind === 'lost' ? 'unknown' : end.kind
    const nextAt = end.kind === 'lost' ? new Date(clock.now() + recheckDelayMs(0)) : null
    if (!(await settleStep(tx, step, { state, now, note: end.note, nextAt }))) return
    if (activityId !== null)
      await finishActivity(tx, activityId, {
        outcome: outcomes[end.kind],
        ...(end.note === null ? {} : { note: end.note }),
        isFromRecheck: end.kind !== 'refused' && end.isFromRecheck === true,
      })
    if (asset !== undefined) await storeWrittenAsset(tx, named(asset, step))
    if (end.kind === 'failed' && end.note === notes.gone) await markAssetsMissing(tx, [step.object_id])
    if (step.object_kind === 'asset-type' && state !== 'unknown')
      await settleFollowers(tx, step, { isDone: state !== 'failed', now })
    if (end.kind === 'refused') await stopChange(tx, step.change_id, now, end.note)
  })
  publishChange('asset-changes', [step.change_id])
  // The group of a type determines which statuses its assets can have.
  if (end.kind !== 'later' && step.object_kind === 'asset-type') publishChange('status-groups')
  if (end.kind !== 'later') publishChange('assets', step.object_kind === 'asset' ? [step.object_id] : undefined)
  const area = step.object_kind === 'asset' ? 'assets' : 'status-groups'
  if (end.kind === 'refused' && end.isWrite) noteWriteRefusal(area)
  if (end.kind === 'done') noteWriteAccepted(area)
}

/** A response may name a status only by its id. The step has the other values. */
function named(asset: WireAsset, { object_kind, after }: TakenStep): WireAsset {
  const { status } = asset
  if (object_kind !== 'asset' || status === null || after === null || status.optionId !== after.optionId) return asset
  return {
    ...asset,
    status: {
      ...status,
      name: status.name === '' ? after.name : status.name,
      color: status.color === '' ? after.color : status.color,
      groupId: status.groupId ?? after.groupId,
    },
  }
}

const actions = {
  'set-status': 'asset.set-status',
  'restore-statuses': 'asset.restore-status',
  'undo-and-restore': 'asset.restore-status',
  'assign-types': 'asset-type.assign-group',
} as const

function actionOf(step: TakenStep): string {
  if (step.object_kind === 'asset-type')
    return step.after === null ? 'asset-type.remove-group' : 'asset-type.assign-group'
  return step.after === null ? 'asset.clear-status' : actions[step.kind]
}

/**
 * Logs what is about to be sent and what it clears, and stores the entry's id on the step.
 * @returns null when the step no longer belongs to this worker, which must then send nothing
 */
export async function open(
  { db }: Tools,
  step: TakenStep,
  before: AssetStatus | GroupName | null,
  kept: readonly SnapshotRow[],
): Promise<string | null> {
  const actor = { userId: step.owner_id, name: step.owner_name, email: step.owner_email }
  const lost = new Error('the step is not ours any more')
  try {
    return await db.transaction(async (tx) => {
      const activityId = await beginActivity(tx, actor, {
        action: actionOf(step),
        objectKind: step.object_kind,
        objectId: step.object_id,
        objectName: step.object_name,
        changeId: step.change_id,
        before,
        after: step.after,
      })
      if (kept.length > 0) await keepSnapshot(tx, activityId, kept)
      if (kept.length > 0 && step.object_kind === 'asset-type') await noteUncounted(tx, activityId, [step.object_id])
      if (!(await putActivity(tx, step, activityId, before))) throw lost
      return activityId
    })
  } catch (error) {
    if (error === lost) return null
    throw error
  }
}
