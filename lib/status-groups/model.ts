import type { StatusGroup, StatusGroupEdit } from './schema'
import { descriptionCharsMax, nameCharsMax, optionsMax } from './values-model'
import { groupBy, readColor } from './color'

/** The state of a group while a person edits it. Nothing is sent yet, and every edit can be undone. */

export interface DraftStatus {
  /** The id at the service, or a local id for a new status. */
  key: string
  /** Null: a new status. */
  optionId: string | null
  name: string
  color: string
}

/** What assets with removed statuses get, in the form of the request. */
export type Replacement = NonNullable<StatusGroupEdit['removed']>

export interface Draft {
  name: string
  description: string
  /** In their display order. */
  statuses: readonly DraftStatus[]
  /** What assets with removed statuses get; null until the person chooses. */
  replacement: Replacement | null
}

/** An edit. Each one is a step in the undo history. */
export type Act =
  | { kind: 'rename'; name: string }
  | { kind: 'describe'; description: string }
  | { kind: 'add'; name: string; color: string }
  | { kind: 'rename-status'; key: string; name: string }
  | { kind: 'recolor'; key: string; color: string }
  | { kind: 'move'; key: string; to: number }
  | { kind: 'remove'; key: string; replacement: Replacement | null }
  /** Restores a removed status. */
  | { kind: 'keep'; optionId: string }
  | { kind: 'replacement'; replacement: Replacement }
  /** Discards all edits. */
  | { kind: 'discard' }

export interface EditState {
  /** The group from the service, on which the edits are based. */
  base: StatusGroup
  draft: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  /** The field that the last action changed, because continued typing in a field is one step. */
  field: string | null
  /** The number of added statuses, for local ids. */
  minted: number
}

export type DraftAction =
  | Act
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The person left the field, so further typing is a new step. */
  | { kind: 'settle' }
  /** After a save, or a merge with another person's save. Differences between `draft` and the new base stay pending. */
  | { kind: 'rebase'; base: StatusGroup; draft?: Draft }

/** Maximum length of the undo history, which is more than anyone needs. */
const stepsMax = 500

/** The group as a draft without edits. */
export function toDraft(group: Pick<StatusGroup, 'name' | 'description' | 'options'>): Draft {
  return {
    name: group.name,
    description: group.description,
    statuses: group.options.map(({ optionId, name, color }) => ({ key: optionId, optionId, name, color })),
    replacement: null,
  }
}

export function openEdits(base: StatusGroup): EditState {
  return { base, draft: toDraft(base), past: [], future: [], field: null, minted: 0 }
}

/** Statuses of the base that the draft no longer has. */
export function listRemoved(base: StatusGroup, draft: Draft): StatusGroup['options'] {
  const kept = new Set(draft.statuses.map(({ optionId }) => optionId))
  return base.options.filter(({ optionId }) => !kept.has(optionId))
}

/** Statuses that assets of removed statuses can move to. New statuses cannot be used before they are saved. */
export function listTargets(draft: Draft): readonly DraftStatus[] {
  return draft.statuses.filter(({ optionId }) => optionId !== null)
}

/** Drops a replacement if no status is removed any more, or if the target status is removed too. */
function dropStaleReplacement(base: StatusGroup, draft: Draft): Draft {
  const { replacement } = draft
  if (replacement === null) return draft
  const isVoid =
    listRemoved(base, draft).length === 0 ||
    (replacement.kind === 'move' && !listTargets(draft).some(({ optionId }) => optionId === replacement.optionId))
  return isVoid ? { ...draft, replacement: null } : draft
}

const replace = (draft: Draft, key: string, change: Partial<DraftStatus>): Draft => ({
  ...draft,
  statuses: draft.statuses.map((status) => (status.key === key ? { ...status, ...change } : status)),
})

function move(statuses: readonly DraftStatus[], key: string, to: number): readonly DraftStatus[] {
  const moved = statuses.find((status) => status.key === key)
  if (moved === undefined) return statuses
  return statuses.filter((status) => status !== moved).toSpliced(to, 0, moved)
}

/** Restores a removed status after the nearest remaining status that was before it. */
function keep(base: StatusGroup, draft: Draft, optionId: string): Draft {
  const at = base.options.findIndex((option) => option.optionId === optionId)
  const option = base.options[at]
  if (option === undefined || draft.statuses.some((status) => status.optionId === optionId)) return draft
  const before = new Set(base.options.slice(0, at).map((earlier) => earlier.optionId))
  const place = 1 + draft.statuses.findLastIndex((status) => before.has(status.optionId ?? ''))
  const { name, color } = option
  return { ...draft, statuses: draft.statuses.toSpliced(place, 0, { key: optionId, optionId, name, color }) }
}

function apply({ base, draft, minted }: EditState, act: Act): Draft {
  switch (act.kind) {
    case 'rename':
      return { ...draft, name: act.name }
    case 'describe':
      return { ...draft, description: act.description }
    case 'add': {
      if (draft.statuses.length >= optionsMax) return draft
      const status = { key: `new-${minted + 1}`, optionId: null, name: act.name, color: act.color }
      return { ...draft, statuses: [...draft.statuses, status] }
    }
    case 'rename-status':
      return replace(draft, act.key, { name: act.name })
    case 'recolor':
      return replace(draft, act.key, { color: act.color })
    case 'move':
      return { ...draft, statuses: move(draft.statuses, act.key, act.to) }
    case 'remove': {
      const statuses = draft.statuses.filter(({ key }) => key !== act.key)
      return { ...draft, statuses, replacement: act.replacement ?? draft.replacement }
    }
    case 'keep':
      return keep(base, draft, act.optionId)
    case 'replacement':
      return { ...draft, replacement: act.replacement }
    case 'discard':
      return toDraft(base)
    default:
      return draft
  }
}

/** Whether two drafts are equal, apart from the keys of new statuses. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const write = ({ name, description, statuses, replacement }: Draft) =>
    JSON.stringify([
      name,
      description,
      statuses.map((status) => [status.optionId, status.name, status.color]),
      replacement,
    ])
  return write(one) === write(other)
}

/** The field that a typing action changes; null for other actions. */
function fieldOf(act: Act): string | null {
  if (act.kind === 'rename' || act.kind === 'describe') return act.kind
  return act.kind === 'rename-status' ? `status ${act.key}` : null
}

/** The state after an action. An action that changes nothing adds no step to the undo history. */
export function reduceEdits(edits: EditState, action: DraftAction): EditState {
  const { base, draft, past, future } = edits
  if (action.kind === 'settle') return edits.field === null ? edits : { ...edits, field: null }
  if (action.kind === 'rebase') {
    const opened = toDraft(action.base)
    const next = action.draft === undefined ? opened : dropStaleReplacement(action.base, action.draft)
    const steps = isSameDraft(next, opened) ? [] : [opened]
    return { ...edits, base: action.base, draft: next, past: steps, future: [], field: null }
  }
  if (action.kind === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return edits
    return { ...edits, draft: before, past: past.slice(0, -1), future: [draft, ...future], field: null }
  }
  if (action.kind === 'redo') {
    const [after] = future
    if (after === undefined) return edits
    return { ...edits, draft: after, past: [...past, draft], future: future.slice(1), field: null }
  }
  const next = dropStaleReplacement(base, apply(edits, action))
  if (isSameDraft(next, draft)) return edits
  const field = fieldOf(action)
  const isGoingOn = field !== null && field === edits.field && past.length > 0
  return {
    base,
    draft: next,
    past: isGoingOn ? past : [...past, draft].slice(-stepsMax),
    future: [],
    field,
    minted: action.kind === 'add' ? edits.minted + 1 : edits.minted,
  }
}

/** A problem with a text. */
export type TextIssue = { kind: 'empty' | 'hiddenCharacter' } | { kind: 'tooLong'; max: number }

/** A problem that prevents saving a draft. */
export type Issue = TextIssue | { kind: 'tooMany'; count: number } | { kind: 'notChosen'; names: readonly string[] }

/** Checks a name or description. */
export function findTextIssue(text: string, charsMax: number, mayBeEmpty: boolean): TextIssue | null {
  if (!mayBeEmpty && text.trim() === '') return { kind: 'empty' }
  if (text.trim().length > charsMax) return { kind: 'tooLong', max: charsMax }
  const hasHidden = /\p{Cc}/u.test(text.replaceAll(/[\n\t]/g, '')) || !text.isWellFormed()
  return hasHidden ? { kind: 'hiddenCharacter' } : null
}

/** Problems that prevent saving, by place: `name`, `description`, `statuses`, `replacement` or the key of a status. */
export function findIssues(base: StatusGroup, draft: Draft): ReadonlyMap<string, Issue> {
  const issues = new Map<string, Issue>()
  const check = (place: string, text: string, charsMax: number, mayBeEmpty: boolean) => {
    const issue = findTextIssue(text, charsMax, mayBeEmpty)
    if (issue !== null) issues.set(place, issue)
  }
  // Unchanged texts are not sent, so they may be what only the service accepts.
  if (draft.name !== base.name) check('name', draft.name, nameCharsMax, false)
  if (draft.description !== base.description) check('description', draft.description, descriptionCharsMax, true)
  for (const { key, name } of draft.statuses) check(key, name, nameCharsMax, false)
  if (draft.statuses.length > optionsMax) issues.set('statuses', { kind: 'tooMany', count: draft.statuses.length })
  const removed = listRemoved(base, draft)
  if (removed.length > 0 && draft.replacement === null)
    issues.set('replacement', { kind: 'notChosen', names: removed.map(({ name }) => name) })
  return issues
}

/** Finds statuses with equal names, which are allowed but hard to tell apart. */
export function findSameNames(statuses: readonly DraftStatus[]): ReadonlyArray<readonly DraftStatus[]> {
  const byName = groupBy(statuses, ({ name }) => name.trim().toLowerCase())
  return [...byName.values()].filter((same) => same.length > 1 && same[0]?.name.trim() !== '')
}

/** The color for the next status: the first offered color that no status has. */
export function pickColor(statuses: readonly DraftStatus[], offered: readonly string[]): string {
  const used = new Set(statuses.map(({ color }) => readColor(color).key))
  return offered.find((color) => !used.has(readColor(color).key)) ?? offered[0] ?? ''
}
