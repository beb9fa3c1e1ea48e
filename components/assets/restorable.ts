import { findSameOption } from '@/lib/asset-changes/model'
import type { AssetHistoryItem } from '@/lib/assets/history-schema'
import type { AssetRow, AssetStatus } from '@/lib/assets/schema'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'

/** Whether what an entry keeps is a status. The log does not promise a form, and its schema would bring zod to the page. */
function isStatus(value: unknown): value is AssetStatus {
  if (typeof value !== 'object' || value === null) return false
  const { optionId, name, color, groupId } = value as Partial<Record<keyof AssetStatus, unknown>>
  return (
    [optionId, name, color].every((part) => typeof part === 'string') &&
    (groupId === null || typeof groupId === 'string')
  )
}

/** The status that an asset lost without a person setting another one on purpose; null for none. */
export function readLoss(item: AssetHistoryItem): AssetStatus | null {
  if (item.kind === 'noticed') return item.before
  if (item.effect !== null) return item.entry.outcome === 'failed' ? null : item.effect.before
  const { action, before, outcome } = item.entry
  if (action !== 'asset.clear-status' || outcome !== 'done') return null
  return isStatus(before) ? before : null
}

/**
 * The lost statuses that can be restored: the group of the asset's type has them, and the asset has another status or none.
 * Each is offered once, at the newest entry that lost it.
 */
export function listRestorable(
  items: readonly AssetHistoryItem[],
  asset: AssetRow | undefined,
  board: StatusGroupBoard | undefined,
): Map<AssetHistoryItem, AssetStatus> {
  const offered = new Map<AssetHistoryItem, AssetStatus>()
  if (asset === undefined || asset.typeId === null || board === undefined) return offered
  const { typeId } = asset
  const group = board.groups.find(({ typeIds }) => typeIds.includes(typeId))
  if (group === undefined) return offered
  const taken = new Set([asset.status?.optionId])
  for (const item of items) {
    const lost = readLoss(item)
    const option = lost === null ? null : findSameOption(group.options, lost)
    if (option === null || taken.has(option.optionId)) continue
    taken.add(option.optionId)
    offered.set(item, { optionId: option.optionId, name: option.name, color: option.color, groupId: group.groupId })
  }
  return offered
}
