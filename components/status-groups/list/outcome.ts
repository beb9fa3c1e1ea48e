import { formatCount } from '@/lib/browser/numbers'
import { statusGroup, type StatusGroupWritten } from '@/lib/status-groups/schema'
import { countTypeWords } from '@/components/status-groups/board/type-board-words'

/** What was done to a group, in words. */

/** What was done to a group a moment ago, shown on the list until it is dismissed. */
export interface Outcome {
  id: number
  act: 'create' | 'delete' | 'recreate'
  name: string
  /** Null where only the list shows that it was done. */
  written: StatusGroupWritten | null
  groupId: string | null
  /** For a group that was created again: its deletion, and of how many assets that kept the status. */
  deletion?: { activityId: string; snapshotCount: number }
  /** Types that used it when it was deleted. */
  typeCount?: number
}

export const outcomeWords = {
  create: { done: 'Created', was: 'was created', not: 'was not created' },
  delete: { done: 'Deleted', was: 'was deleted', not: 'was not deleted' },
  recreate: { done: 'Created again:', was: 'was created again', not: 'was not created again' },
} as const

const madeGroup = statusGroup.pick({ typeIds: true })

/** How many types used the group when the log found it. A group that was just created has none, so unknown counts as 0. */
export function readTypeCount(after: unknown): number {
  return madeGroup.safeParse(after).data?.typeIds.length ?? 0
}

/**
 * What a write did that is known to be done.
 * @param found for a group that only the log found: how many types used it then
 */
export function describeDone({ act, written, deletion, typeCount }: Outcome, found: number | null): string {
  if (act === 'create') return 'No type uses it yet: assign it to those whose assets get these statuses.'
  if (act === 'delete') {
    const kept = written?.snapshotCount ?? 0
    return kept === 0
      ? 'No asset lost a status by it. It can be created again, here or below under “Recently deleted”.'
      : `${formatCount(kept)} ${kept === 1 ? 'asset has' : 'assets have'} no status now. Which had which is kept: create the group again, and the statuses can be restored.`
  }
  const types = found === null ? describeAssigned(written) : describeFound(found, Math.max(0, (typeCount ?? 0) - found))
  return deletion === undefined || deletion.snapshotCount === 0
    ? types
    : `${types} Statuses are restored for assets whose type uses the group.`
}

function describeAssigned(written: StatusGroupWritten | null): string {
  const used = written?.group?.typeIds.length ?? 0
  const left = written?.unassigned ?? []
  if (left.length > 0) {
    const isKnown = left.every(({ why }) => why.kind !== 'unknown')
    return `It is ${isKnown ? '' : 'known to be '}assigned again to ${formatCount(used)} of its ${countTypeWords(used + left.length)}.`
  }
  return used === 0 ? 'No type uses it yet.' : `${countTypeWords(used)} ${used === 1 ? 'uses' : 'use'} it.`
}

/** When the group was found, nobody was waiting for it any more, so its types were not assigned. */
function describeFound(used: number, left: number): string {
  if (left === 0)
    return used === 0 ? 'No type uses it yet.' : `${countTypeWords(used)} ${used === 1 ? 'uses' : 'use'} it.`
  const has = left === 1 ? 'was' : 'were'
  return `It was found only afterwards, so ${used === 0 ? 'its ' : ''}${countTypeWords(left)} ${has} not assigned again: assign ${left === 1 ? 'it' : 'them'} on the type board.`
}
