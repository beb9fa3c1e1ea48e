import { findSameOption } from '@/lib/asset-changes/model'
import type { AssetChangeRead } from '@/lib/asset-changes/schema'
import type { StatusGroupBoard } from '@/lib/status-groups/schema'

/** What can currently be undone and restored of a change. */
export interface Remedy {
  /** Types whose group can be assigned back. */
  types: number
  /** Statuses that are restored with it. */
  statuses: number
  /** Statuses that can be set without undoing anything. */
  restorable: number
}

/** Finds what can be undone and restored of a change, from the groups that types have now. */
export function planRemedy(
  { kind, steps, kept = [] }: Pick<AssetChangeRead, 'kind' | 'steps' | 'kept'>,
  board: StatusGroupBoard,
): Remedy {
  const groupOfType = new Map(board.groups.flatMap((group) => group.typeIds.map((typeId) => [typeId, group] as const)))
  const groups = new Map(board.groups.map((group) => [group.groupId, group]))
  const isOfTypes = kind === 'assign-types' || kind === 'undo-and-restore'
  const undone = new Map(
    steps.flatMap((step) => {
      if (!isOfTypes || step.objectKind !== 'asset-type' || step.state !== 'done') return []
      const isThere = step.before === null || groups.has(step.before.groupId)
      const isAsLeft = (groupOfType.get(step.objectId)?.groupId ?? null) === (step.after?.groupId ?? null)
      return isThere && isAsLeft ? [[step.objectId, step.before?.groupId ?? null] as const] : []
    }),
  )
  let [statuses, restorable] = [0, 0]
  for (const { typeId, count, bareCount, ...wanted } of kept) {
    const now = groupOfType.get(typeId)
    const before = groups.get(undone.get(typeId) ?? '')
    if (before !== undefined && findSameOption(before.options, wanted) !== null) statuses += count
    else if (now !== undefined && findSameOption(now.options, wanted) !== null) restorable += bareCount
  }
  return { types: undone.size, statuses, restorable }
}
