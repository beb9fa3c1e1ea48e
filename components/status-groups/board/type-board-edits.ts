import type { AssetType, CountedStatusGroup, StatusGroupBoard, StatusOption } from '@/lib/status-groups/schema'
import { fold } from '@/lib/browser/fold'

/** The type board before anything is sent: the group chosen for each type, and the statuses that this clears. */

/** Null: no group. */
export type GroupChoice = string | null

interface PendingMove {
  to: GroupChoice
  /** The group of the type when the choice was made, to detect later changes. */
  from: GroupChoice
}
export type PendingChanges = ReadonlyMap<string, PendingMove>

export interface BoardEdits {
  pending: PendingChanges
  past: readonly PendingChanges[]
  future: readonly PendingChanges[]
}

export type BoardAct =
  | { kind: 'choose'; types: ReadonlyArray<Pick<AssetType, 'typeId' | 'groupId'>>; to: GroupChoice }
  | { kind: 'undo' }
  | { kind: 'redo' }
  | { kind: 'discard' }
  /** A change was started for these types, so undo can no longer revert them. */
  | { kind: 'sent'; typeIds: readonly string[] }

export const noEdits: BoardEdits = { pending: new Map(), past: [], future: [] }

/** More steps than anyone undoes. */
const stepsMax = 500

function isSamePending(one: PendingChanges, other: PendingChanges): boolean {
  return one.size === other.size && [...one].every(([typeId, { to }]) => other.get(typeId)?.to === to)
}

function step(edits: BoardEdits, pending: PendingChanges): BoardEdits {
  if (isSamePending(edits.pending, pending)) return edits
  return { pending, past: [...edits.past, edits.pending].slice(-stepsMax), future: [] }
}

/** The pending changes after an act. Choosing the current group of a type removes its pending change. */
export function reduceEdits(edits: BoardEdits, act: BoardAct): BoardEdits {
  const { pending, past, future } = edits
  switch (act.kind) {
    case 'choose': {
      const next = new Map(pending)
      for (const { typeId, groupId } of act.types)
        if (groupId === act.to) next.delete(typeId)
        else next.set(typeId, { to: act.to, from: groupId })
      return step(edits, next)
    }
    case 'undo': {
      const before = past.at(-1)
      return before === undefined ? edits : { pending: before, past: past.slice(0, -1), future: [pending, ...future] }
    }
    case 'redo': {
      const [after, ...rest] = future
      return after === undefined ? edits : { pending: after, past: [...past, pending], future: rest }
    }
    case 'discard':
      return step(edits, new Map())
    default: {
      const sent = new Set(act.typeIds)
      return { pending: new Map([...pending].filter(([typeId]) => !sent.has(typeId))), past: [], future: [] }
    }
  }
}

export interface Cleared {
  option: Pick<StatusOption, 'optionId' | 'name' | 'color'>
  count: number
}

/** One type with its pending change. */
export interface BoardRow {
  type: AssetType
  now: CountedStatusGroup | null
  /** The group that the type would have; the same as `now` without a pending change. */
  next: CountedStatusGroup | null
  isChanged: boolean
  /** The group of the type when the choice was made, if the type has another group now. */
  wasSeenWith: GroupChoice | undefined
  /** Statuses that are cleared by leaving the current group, the most frequent first. Null: they cannot be counted. */
  cleared: readonly Cleared[] | null
}

const noneCleared: readonly Cleared[] = []

/** The statuses of a type's assets that belong to its group; SafetyCulture clears them when the type leaves the group. */
export function listCleared(type: AssetType, now: CountedStatusGroup | null): readonly Cleared[] | null {
  if (now === null) return noneCleared
  const { counts } = type
  if (counts === null) return null
  return now.options
    .map((option) => ({ option, count: counts[option.optionId] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
}

// Created once, because localeCompare with options creates a collator for each pair.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const compareTypes = (a: AssetType, b: AssetType) => collator.compare(a.name, b.name) || (a.typeId < b.typeId ? -1 : 1)

/** All types by name, without pending changes. */
export function listBoardRows(board: Pick<StatusGroupBoard, 'groups' | 'types'>): BoardRow[] {
  const groups = new Map(board.groups.map((group) => [group.groupId, group]))
  return board.types.toSorted(compareTypes).map((type) => {
    const now = type.groupId === null ? null : (groups.get(type.groupId) ?? null)
    return { type, now, next: now, isChanged: false, wasSeenWith: undefined, cleared: noneCleared }
  })
}

/**
 * Rows with their pending changes. Unchanged rows stay the same objects, so that they do not render again. Changes to a deleted
 * group, or to the group that the type already has, are left out.
 */
export function applyPending(
  rows: readonly BoardRow[],
  groups: readonly CountedStatusGroup[],
  pending: PendingChanges,
): readonly BoardRow[] {
  if (pending.size === 0) return rows
  const known = new Map(groups.map((group) => [group.groupId, group]))
  return rows.map((row) => {
    const move = pending.get(row.type.typeId)
    if (move === undefined || move.to === row.type.groupId) return row
    const next = move.to === null ? null : known.get(move.to)
    if (next === undefined) return row
    return {
      type: row.type,
      now: row.now,
      next,
      isChanged: true,
      wasSeenWith: move.from === row.type.groupId ? undefined : move.from,
      cleared: listCleared(row.type, row.now),
    }
  })
}

export const boardShows = ['all', 'none', 'changed'] as const
export type BoardShow = (typeof boardShows)[number]

export interface BoardFilter {
  q: string
  /** `none`: types that currently have no group; `changed`: types with a pending change. */
  show: BoardShow
  /** Types that have one of these groups or would get one; all types when empty. */
  groups: readonly string[]
}

/** Rows that contain each word in their type, group or pending group, and that belong to the chosen groups. */
export function filterBoardRows(rows: readonly BoardRow[], { q, show, groups }: BoardFilter): BoardRow[] {
  const words = fold(q).split(/\s+/).filter(Boolean)
  const wanted = new Set(groups)
  return rows.filter(({ type, now, next, isChanged }) => {
    if (show === 'changed' && !isChanged) return false
    if (show === 'none' && now !== null) return false
    if (wanted.size > 0 && !wanted.has(now?.groupId ?? '') && !wanted.has(next?.groupId ?? '')) return false
    if (words.length === 0) return true
    const text = fold([type.name, type.typeId, now?.name ?? '', next?.name ?? ''].join('\n'))
    return words.every((word) => text.includes(word))
  })
}

export interface BoardSummary {
  changed: number
  /** Asset statuses that would be cleared, for types that could be counted. */
  cleared: number
  /** Types that lose a group and whose assets cannot be counted. */
  uncounted: number
  /** Changed types that lose their group and get none. */
  removed: number
}

/** Counts the pending changes. */
export function summarizeBoard(rows: readonly BoardRow[]): BoardSummary {
  const changed = rows.filter(({ isChanged }) => isChanged)
  return {
    changed: changed.length,
    cleared: changed.reduce((sum, { cleared }) => sum + sumCleared(cleared), 0),
    uncounted: changed.filter(({ cleared }) => cleared === null).length,
    removed: changed.filter(({ next }) => next === null).length,
  }
}

export function sumCleared(cleared: readonly Cleared[] | null): number {
  return (cleared ?? noneCleared).reduce((sum, { count }) => sum + count, 0)
}

/** The number of types that each group would have, by its id; `''` for no group. */
export function countTypes(rows: readonly BoardRow[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { next } of rows) {
    const key = next?.groupId ?? ''
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
