import { listRemoved, type Draft, type Replacement, type DraftStatus } from './model'
import type { StatusGroup, StatusGroupEdit, StatusOption } from './schema'

/** The request of a save, and its effects. */

export type Change =
  | { kind: 'name'; from: string; to: string }
  | { kind: 'description'; from: string; to: string }
  | { kind: 'added'; status: DraftStatus }
  | { kind: 'renamed'; optionId: string; from: string; to: string; color: string }
  | { kind: 'recolored'; optionId: string; name: string; from: string; to: string }
  | { kind: 'removed'; option: StatusOption; replacement: Replacement | null }
  /** The remaining statuses have a new order. */
  | { kind: 'reordered'; names: readonly string[] }

export type MaskField = 'name' | 'description' | 'options'

export interface GroupDiff {
  changes: readonly Change[]
  /** Fields for the service's update_mask: only those that differ. */
  mask: readonly MaskField[]
  /** The edit that is passed to `statusGroupCalls.save`, without the base. */
  edit: Omit<StatusGroupEdit, 'base'>
}

/** Removes surrounding spaces, unless the stored text has them too. */
const settle = (text: string, before: string) => (text === before ? before : text.trim())

/** The changes from `base` to `draft`. Without changes, mask and edit are empty. */
export function diffGroup(base: StatusGroup, draft: Draft): GroupDiff {
  const changes: Change[] = []
  const mask: MaskField[] = []
  const edit: GroupDiff['edit'] = {}
  const name = settle(draft.name, base.name)
  const description = settle(draft.description, base.description)
  if (name !== base.name) {
    changes.push({ kind: 'name', from: base.name, to: name })
    mask.push('name')
    edit.name = name
  }
  if (description !== base.description) {
    changes.push({ kind: 'description', from: base.description, to: description })
    mask.push('description')
    edit.description = description
  }
  const statusChanges = diffStatuses(base, draft)
  if (statusChanges.length > 0) {
    changes.push(...statusChanges)
    mask.push('options')
    const nameOf = new Map(base.options.map((option) => [option.optionId, option.name]))
    edit.options = draft.statuses.map((status) => ({
      optionId: status.optionId,
      name: settle(status.name, nameOf.get(status.optionId ?? '') ?? ''),
      color: status.color,
    }))
    if (draft.replacement !== null && statusChanges.some(({ kind }) => kind === 'removed'))
      edit.removed = draft.replacement
  }
  return { changes, mask, edit }
}

function diffStatuses(base: StatusGroup, draft: Draft): Change[] {
  const changes: Change[] = []
  const before = new Map(base.options.map((option) => [option.optionId, option]))
  for (const status of draft.statuses) {
    const was = status.optionId === null ? undefined : before.get(status.optionId)
    if (was === undefined) {
      changes.push({ kind: 'added', status })
      continue
    }
    const { optionId } = was
    const name = settle(status.name, was.name)
    if (name !== was.name) changes.push({ kind: 'renamed', optionId, from: was.name, to: name, color: status.color })
    if (status.color !== was.color)
      changes.push({ kind: 'recolored', optionId, name, from: was.color, to: status.color })
  }
  const removed = listRemoved(base, draft)
  for (const option of removed) changes.push({ kind: 'removed', option, replacement: draft.replacement })
  const gone = new Set(removed.map(({ optionId }) => optionId))
  const stayed = base.options.filter(({ optionId }) => !gone.has(optionId))
  const standing = draft.statuses.filter(({ optionId }) => optionId !== null && before.has(optionId))
  // A new status between two others also changes the order, in addition to `added`.
  const isNewLast = draft.statuses.findLastIndex(({ optionId }) => optionId !== null) < standing.length
  if (stayed.some(({ optionId }, index) => standing[index]?.optionId !== optionId) || !isNewLast)
    changes.push({ kind: 'reordered', names: draft.statuses.map(({ name }) => name.trim()) })
  return changes
}

/** The request that the console will send to the service, for people who want to see it. */
export function describeRequest(groupId: string, { mask, edit }: GroupDiff): { line: string; body: string } {
  const options = edit.options?.map(({ optionId, name, color }) => ({
    ...(optionId === null ? {} : { id: optionId }),
    name,
    ...(color === '' ? {} : { color }),
  }))
  const body = {
    status_group: {
      ...(edit.name === undefined ? {} : { name: edit.name }),
      ...(edit.description === undefined ? {} : { description: edit.description }),
      ...(options === undefined ? {} : { options }),
    },
    update_mask: mask.join(','),
    ...(edit.removed?.kind === 'move' ? { reassign_to_option_id: edit.removed.optionId } : {}),
  }
  return { line: `PATCH /assets/v1/status-groups/${groupId}`, body: JSON.stringify(body, null, 2) }
}

/** The draft that undoes a save. Removed statuses become new ones, because their ids no longer exist. */
export function invertSave(before: StatusGroup, saved: StatusGroup): Draft {
  const there = new Set(saved.options.map(({ optionId }) => optionId))
  return {
    name: before.name,
    description: before.description,
    statuses: before.options.map(({ optionId, name, color }) => {
      const isThere = there.has(optionId)
      return { key: isThere ? optionId : `again-${optionId}`, optionId: isThere ? optionId : null, name, color }
    }),
    replacement: null,
  }
}
