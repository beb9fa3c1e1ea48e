import 'server-only'
import type { SnapshotRow } from '@/lib/activity/snapshot-store'
import type { AssetStatus } from '@/lib/assets/schema'
import { AppError } from '@/lib/errors'
import type { WireAsset, WireStatusGroup } from '@/lib/service/assets'
import { endOfRead, endOfWrite, open, settle, statusOf, type End, type Tools, type Unseen } from './outcomes'
import { readKeptStatuses, readKnownAsset } from './known-assets'
import { groupOf, recheckFirst, see } from './recheck'
import { notes } from './texts'
import { settleStep, type AssetStep, type GroupName, type TakenStep, type TypeStep } from './store'

const nameOf = (group: WireStatusGroup | null): GroupName | null =>
  group === null ? null : { groupId: group.groupId, name: group.name }

/** Carries out a step that was taken for sending. */
export async function doStep(tools: Tools, step: TakenStep): Promise<void> {
  const earlier = await recheckFirst(tools, step)
  if (earlier !== null) {
    // The log entry of the earlier try stays open until its outcome is known.
    const isOpen = earlier.kind === 'later'
    if (isOpen) await settleWaiting(tools, step, earlier)
    else await settle(tools, step, step.activity_id, earlier)
    return
  }
  if (step.object_kind === 'asset') await doAssetStep(tools, step)
  else await doTypeStep(tools, step)
}

async function settleWaiting(tools: Tools, step: TakenStep, end: { note: string; waitMs: number }): Promise<void> {
  const now = tools.clock.now()
  await settleStep(tools.db, step, {
    state: 'waiting',
    now: new Date(now),
    note: end.note,
    nextAt: new Date(now + end.waitMs),
  })
}

async function doAssetStep(tools: Tools, step: AssetStep): Promise<void> {
  const wanted = step.after?.optionId ?? null
  const checked = await checkAsset(tools, step, wanted)
  if ('kind' in checked) {
    await settle(tools, step, null, checked)
    return
  }
  const { before } = checked
  // The service cannot undo a clear. The log therefore keeps the status that "Restore statuses" sets again.
  const kept = wanted === null && before !== null ? [checked.kept] : []
  const activityId = await open(tools, step, before, kept)
  if (activityId === null) return
  const end = await tools.remote.setStatus(step.object_id, wanted).then(
    (asset): End | Unseen =>
      (asset.status?.optionId ?? null) === wanted
        ? { kind: 'done', note: null, asset }
        : { kind: 'unseen', note: null },
    (error: unknown) => endOfWrite(tools, step, error),
  )
  await settle(tools, step, activityId, await see(tools, step, end))
}

async function checkAsset(
  tools: Tools,
  step: AssetStep,
  wanted: string | null,
): Promise<End | { before: AssetStatus | null; kept: SnapshotRow }> {
  const known = await readKnownAsset(tools.db, step.object_id)
  const isSame = known !== null && (known.status?.optionId ?? null) === wanted
  let asset: WireAsset | null = null
  // The current status is read first for three reasons: a restore must not overwrite a newer status, "already set" must
  // be true at present, and the log must record the status that is really cleared.
  const isClearing = wanted === null && !isSame
  const isRestoring = step.kind === 'restore-statuses' || step.kind === 'undo-and-restore'
  if (isRestoring || isClearing || (isSame && !known.isFresh)) {
    try {
      asset = await tools.remote.getAsset(step.object_id)
    } catch (error) {
      return endOfRead(tools, step, error)
    }
    if ((asset.status?.optionId ?? null) === wanted) return { kind: 'unchanged', note: null, asset }
    if (isRestoring && asset.status !== null) return { kind: 'failed', note: notes.otherStatus(asset.status), asset }
  } else if (isSame) return { kind: 'unchanged', note: null }
  const before = asset === null ? (known?.status ?? step.before) : statusOf(asset)
  return {
    before,
    kept: {
      assetId: step.object_id,
      code: step.object_name,
      typeId: known?.typeId ?? asset?.typeId ?? null,
      groupId: before?.groupId ?? null,
      optionId: before?.optionId ?? '',
      optionName: before?.name ?? '',
      optionColor: before?.color ?? '',
    },
  }
}

/** The result of listing a type's assets: done, not possible with this token, or the end of the try. */
type Listed = 'listed' | 'refused' | End

async function listType(tools: Tools, step: TypeStep): Promise<Listed> {
  try {
    await tools.refreshTypes([step.object_id])
    return 'listed'
  } catch (error) {
    const isRefused = error instanceof AppError && (error.code === 'upstream_refused' || error.code === 'not_found')
    return isRefused ? 'refused' : endOfRead(tools, step, error)
  }
}

async function doTypeStep(tools: Tools, step: TypeStep): Promise<void> {
  // A type without a group has no statuses to clear. Listing takes long for a type with thousands of assets, so it
  // happens outside the lock, which would not prevent changes of statuses anyway.
  const listed = step.before === null ? 'listed' : await listType(tools, step)
  if (typeof listed !== 'string') return settle(tools, step, null, listed)
  const hasCleared = await tools.lock(() => assignType(tools, step, listed === 'refused'))
  // The listing updates the counts on the screens. If it fails, the next full listing updates them.
  if (hasCleared) await tools.refreshTypes([step.object_id]).catch(() => null)
}

/** Assigns the group while nobody else writes groups. Returns whether this cleared statuses. */
async function assignType(tools: Tools, step: TypeStep, isBlind: boolean): Promise<boolean> {
  const { db, remote } = tools
  const wanted = step.after?.groupId ?? null
  const leave = async (end: End) => {
    await settle(tools, step, null, end)
    return false
  }
  let groups: WireStatusGroup[]
  try {
    groups = await remote.listGroups()
  } catch (error) {
    return leave(endOfRead(tools, step, error))
  }
  const current = groupOf(groups, step.object_id)
  const currentId = current?.groupId ?? null
  if (currentId === wanted) return leave({ kind: 'unchanged', note: null })
  if (currentId !== (step.before?.groupId ?? null))
    return leave({ kind: 'failed', note: notes.otherGroup(current?.name ?? null) })
  if (step.after !== null && !groups.some(({ groupId }) => groupId === wanted))
    return leave({ kind: 'failed', note: notes.groupGone(step.after.name) })

  // If assets cannot be listed now, the statuses of an earlier listing are kept.
  const kept = current === null ? [] : await readKeptStatuses(db, step.object_id)
  const activityId = await open(tools, step, nameOf(current), kept)
  if (activityId === null) return false
  const send = async () => {
    if (wanted !== null) await remote.addType(wanted, step.object_id)
    else if (current !== null) await remote.removeType(current.groupId, step.object_id)
  }
  const sent = await send().then(
    (): End | Unseen => ({ kind: 'unseen', note: null }),
    (error: unknown) => endOfWrite(tools, step, error),
  )
  const end = await see(tools, step, sent)
  await settle(
    tools,
    step,
    activityId,
    end.kind === 'done' && isBlind ? { ...end, note: notes.noListing(kept.length) } : end,
  )
  return end.kind === 'done' && kept.length > 0
}
