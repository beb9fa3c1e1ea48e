import type { Translator } from '@/lib/messages/translator'
import type { StatusGroupWritten } from '@/lib/status-groups/schema'

/** The latest write to a group, shown on the list until it is dismissed. */
export interface Outcome {
  id: number
  act: 'create' | 'delete' | 'recreate'
  name: string
  /** Null if the response was lost and only the list shows that the write was done. */
  written: StatusGroupWritten | null
  groupId: string | null
  /** For a recreated group: the log entry of its deletion, and how many asset statuses that entry recorded. */
  deletion?: { activityId: string; snapshotCount: number }
  /** Number of types that used the group when it was deleted. */
  typeCount?: number
}

/** Number of types that used the group when the log confirmed it. A new group has none, so unknown counts as 0. */
export function readTypeCount(after: unknown): number {
  if (typeof after !== 'object' || after === null || !('typeIds' in after)) return 0
  return Array.isArray(after.typeIds) ? after.typeIds.length : 0
}

type Words = Translator<'statusGroups.outcome'>

/**
 * The result of a write that is known to be done.
 * @param found for a group that only the log confirmed: how many types used it then
 */
export function describeDone(
  t: Words,
  { act, written, deletion, typeCount }: Outcome,
  found: number | null,
): readonly string[] {
  if (act === 'create') return [t('unused')]
  if (act === 'delete') return [t('deletedAssets', { count: written?.snapshotCount ?? 0 })]
  const types =
    found === null ? describeAssigned(t, written) : describeFound(t, found, Math.max(0, (typeCount ?? 0) - found))
  return deletion === undefined || deletion.snapshotCount === 0 ? [types] : [types, t('restorable')]
}

function describeAssigned(t: Words, written: StatusGroupWritten | null): string {
  const count = written?.group?.typeIds.length ?? 0
  const left = written?.unassigned ?? []
  if (left.length === 0) return t('usedBy', { count })
  const total = count + left.length
  return left.some(({ why }) => why.kind === 'unknown')
    ? t('confirmedFor', { count, total })
    : t('assignedTo', { count, total })
}

/** When only the log confirmed the group, the request had already ended, so it could not assign the types. */
const describeFound = (t: Words, used: number, left: number): string =>
  left === 0 ? t('usedBy', { count: used }) : t('notReassigned', { count: left })
