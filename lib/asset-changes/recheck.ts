import 'server-only'
import { finishActivity } from '@/lib/activity/journal'
import { AppError } from '@/lib/errors'
import type { WireAsset, WireStatusGroup } from '@/lib/service/assets'
import { endOfRead, readTrouble, settle, statusOf, type End, type Tools, type Unseen } from './outcomes'
import { recheckGiveUpMs, recheckDelayMs, recheckGraceMs } from './model'
import { putActivity, settleStep, type TakenStep } from './store'
import { isTaken, notes } from './texts'

/** What the service shows about a step. */
type CheckResult =
  | { kind: 'as asked'; asset?: WireAsset }
  | { kind: 'not'; note: string | null; asset?: WireAsset }
  | { kind: 'gone'; note: string }
  | { kind: 'unreadable'; error: unknown }

/** The current group of a type. */
export const groupOf = (groups: readonly WireStatusGroup[], typeId: string) =>
  groups.find(({ typeIds }) => typeIds.includes(typeId)) ?? null

/**
 * Checks whether an earlier try whose response was lost was done after all. Null when it was not, so that the step may
 * be sent again.
 */
export async function recheckFirst(tools: Tools, step: TakenStep): Promise<End | null> {
  if (step.activity_id === null) return null
  const state = await checkState(tools, step)
  if (state.kind === 'unreadable') {
    const end = endOfRead(tools, step, state.error)
    // A read error does not end the step: it is checked again.
    return end.kind === 'later' ? end : { kind: 'lost', note: notes.lost }
  }
  if (state.kind === 'as asked')
    return { kind: 'done', note: notes.wasDone, ...(state.asset === undefined ? {} : { asset: state.asset }) }
  if (state.kind === 'gone') return { kind: 'failed', note: state.note }
  const activityId = step.activity_id
  await tools.db.transaction(async (tx) => {
    if (await putActivity(tx, step, null))
      await finishActivity(tx, activityId, { outcome: 'failed', note: notes.notDone, isFromRecheck: true })
  })
  return null
}

/**
 * Checks once whether a write was done. If it was not, the note with the service's reason is kept. A write that the
 * service accepted but does not show yet may appear a moment later, so it is checked again.
 */
export async function see(tools: Tools, step: TakenStep, end: End | Unseen): Promise<End> {
  if (end.kind !== 'unseen') return end
  const state = await checkState(tools, step)
  if (state.kind === 'as asked')
    return { kind: 'done', note: null, ...(state.asset === undefined ? {} : { asset: state.asset }) }
  if (state.kind === 'gone') return { kind: 'failed', note: state.note }
  if (end.note === null) return { kind: 'lost', note: notes.taken }
  if (state.kind === 'unreadable') return { kind: 'lost', note: notes.lost }
  return {
    kind: 'failed',
    note: end.note,
    isFromRecheck: true,
    ...(state.asset === undefined ? {} : { asset: state.asset }),
  }
}

/** Reads the object of a step. */
async function checkState(tools: Tools, step: TakenStep, signal?: AbortSignal): Promise<CheckResult> {
  const { remote } = tools
  try {
    if (step.object_kind === 'asset') {
      const asset = await remote.getAsset(step.object_id, signal)
      if ((asset.status?.optionId ?? null) === (step.after?.optionId ?? null)) return { kind: 'as asked', asset }
      return { kind: 'not', note: notes.notChanged(statusOf(asset)), asset }
    }
    const current = groupOf(await remote.listGroups(signal), step.object_id)
    if ((current?.groupId ?? null) === (step.after?.groupId ?? null)) return { kind: 'as asked' }
    return { kind: 'not', note: notes.typeNotChanged(current?.name ?? null) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found')
      return { kind: 'gone', note: step.object_kind === 'asset' ? notes.gone : notes.goneType }
    return { kind: 'unreadable', error }
  }
}

/** Checks a step whose response was lost. This never sends the step again. */
export async function recheck(tools: Tools, step: TakenStep, signal: AbortSignal): Promise<void> {
  const state = await checkState(tools, step, signal)
  // The check was interrupted by a shutdown of this process. The lease will expire, and the next worker will check the
  // step.
  if (signal.aborted) return
  const wasTaken = isTaken(step.note)
  const ageMs = Math.max(0, tools.clock.now() - Date.parse(step.finished_at ?? new Date(0).toISOString()))
  if (state.kind === 'as asked') {
    await settle(tools, step, step.activity_id, {
      kind: 'done',
      note: wasTaken ? null : notes.wasDone,
      ...(state.asset === undefined ? {} : { asset: state.asset }),
    })
    if (step.object_kind === 'asset-type') await tools.refreshTypes([step.object_id]).catch(() => null)
    return
  }
  if (state.kind === 'gone') return settle(tools, step, step.activity_id, { kind: 'failed', note: state.note })
  // The request may still be on its way even though its response was lost, so the grace period must pass.
  if (state.kind === 'not' && ageMs >= recheckGraceMs)
    return settle(tools, step, step.activity_id, {
      kind: 'failed',
      note: wasTaken ? state.note : notes.notDone,
      isFromRecheck: true,
      ...(state.asset === undefined ? {} : { asset: state.asset }),
    })
  const waitMs = state.kind === 'unreadable' ? readTrouble(state.error, tools).waitMs : 0
  const isOver = state.kind === 'unreadable' && ageMs >= recheckGiveUpMs
  await settleStep(tools.db, step, {
    state: 'unknown',
    now: new Date(tools.clock.now()),
    note: isOver ? notes.neverTold : wasTaken ? notes.taken : notes.lost,
    nextAt: isOver ? null : new Date(tools.clock.now() + Math.max(waitMs, recheckDelayMs(ageMs))),
  })
}
