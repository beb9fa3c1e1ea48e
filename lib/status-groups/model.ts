import { descriptionCharsMax, nameCharsMax, optionsMax, type StatusGroup, type StatusGroupEdit } from './schema'
import { groupBy, readColor } from './color'

/** A group while it is edited: nothing is sent yet, and every edit can be undone. */

export interface StagedStatus {
  /** Its id at the service, or one of the stage for a status that is not there yet. */
  key: string
  /** Null: new. */
  optionId: string | null
  name: string
  color: string
}

/** Where assets on removed statuses go, as it is sent. */
export type Fate = NonNullable<StatusGroupEdit['removed']>

export interface Draft {
  name: string
  description: string
  /** In their order. */
  statuses: readonly StagedStatus[]
  /** Where assets on removed statuses go; null until that is chosen. */
  fate: Fate | null
}

/** An edit; each is one step of the undo history. */
export type Act =
  | { kind: 'rename'; name: string }
  | { kind: 'describe'; description: string }
  | { kind: 'add'; name: string; color: string }
  | { kind: 'rename-status'; key: string; name: string }
  | { kind: 'recolor'; key: string; color: string }
  | { kind: 'move'; key: string; to: number }
  | { kind: 'remove'; key: string; fate: Fate | null }
  /** Puts a removed status back as it was. */
  | { kind: 'keep'; optionId: string }
  | { kind: 'fate'; fate: Fate }
  /** Resets everything to what was opened. */
  | { kind: 'discard' }

export interface Stage {
  /** As the service had it: what the edits are made to. */
  base: StatusGroup
  draft: Draft
  past: readonly Draft[]
  future: readonly Draft[]
  /** The field that the last act wrote to: typing on in one field is one step. */
  field: string | null
  /** Numbers the new statuses. */
  minted: number
}

export type StageAction =
  | Act
  | { kind: 'undo' }
  | { kind: 'redo' }
  /** The field was left: what is typed next is another step. */
  | { kind: 'settle' }
  /** Saved, or merged with what somebody else saved. `draft` other than the group stays staged. */
  | { kind: 'rebase'; base: StatusGroup; draft?: Draft }

/** More steps than anybody undoes. */
const stepsMax = 500

/** The group as a draft without edits. */
export function toDraft(group: Pick<StatusGroup, 'name' | 'description' | 'options'>): Draft {
  return {
    name: group.name,
    description: group.description,
    statuses: group.options.map(({ optionId, name, color }) => ({ key: optionId, optionId, name, color })),
    fate: null,
  }
}

export function openStage(base: StatusGroup): Stage {
  return { base, draft: toDraft(base), past: [], future: [], field: null, minted: 0 }
}

/** Statuses of the base that the draft no longer has. */
export function listRemoved(base: StatusGroup, draft: Draft): StatusGroup['options'] {
  const kept = new Set(draft.statuses.map(({ optionId }) => optionId))
  return base.options.filter(({ optionId }) => !kept.has(optionId))
}

/** Statuses that assets of removed statuses can move to: those that are saved already. */
export function listTargets(draft: Draft): readonly StagedStatus[] {
  return draft.statuses.filter(({ optionId }) => optionId !== null)
}

/** Drops a fate that no longer applies: nothing is removed, or its target status is removed too. */
function withFate(base: StatusGroup, draft: Draft): Draft {
  const { fate } = draft
  if (fate === null) return draft
  const isVoid =
    listRemoved(base, draft).length === 0 ||
    (fate.kind === 'move' && !listTargets(draft).some(({ optionId }) => optionId === fate.optionId))
  return isVoid ? { ...draft, fate: null } : draft
}

const replace = (draft: Draft, key: string, change: Partial<StagedStatus>): Draft => ({
  ...draft,
  statuses: draft.statuses.map((status) => (status.key === key ? { ...status, ...change } : status)),
})

function move(statuses: readonly StagedStatus[], key: string, to: number): readonly StagedStatus[] {
  const moved = statuses.find((status) => status.key === key)
  if (moved === undefined) return statuses
  return statuses.filter((status) => status !== moved).toSpliced(to, 0, moved)
}

/** Puts a removed status back: after the nearest status that was before it and still exists. */
function keep(base: StatusGroup, draft: Draft, optionId: string): Draft {
  const at = base.options.findIndex((option) => option.optionId === optionId)
  const option = base.options[at]
  if (option === undefined || draft.statuses.some((status) => status.optionId === optionId)) return draft
  const before = new Set(base.options.slice(0, at).map((earlier) => earlier.optionId))
  const place = 1 + draft.statuses.findLastIndex((status) => before.has(status.optionId ?? ''))
  const { name, color } = option
  return { ...draft, statuses: draft.statuses.toSpliced(place, 0, { key: optionId, optionId, name, color }) }
}

function apply({ base, draft, minted }: Stage, act: Act): Draft {
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
      return { ...draft, statuses, fate: act.fate ?? draft.fate }
    }
    case 'keep':
      return keep(base, draft, act.optionId)
    case 'fate':
      return { ...draft, fate: act.fate }
    case 'discard':
      return toDraft(base)
    default:
      return draft
  }
}

/** Whether two drafts are the same, apart from the keys of new statuses. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  const write = ({ name, description, statuses, fate }: Draft) =>
    JSON.stringify([name, description, statuses.map((status) => [status.optionId, status.name, status.color]), fate])
  return write(one) === write(other)
}

/** Acts of typing, by the field they write to. */
function fieldOf(act: Act): string | null {
  if (act.kind === 'rename' || act.kind === 'describe') return act.kind
  return act.kind === 'rename-status' ? `status ${act.key}` : null
}

/** The stage after an action. An act that changes nothing is not a step of the undo history. */
export function reduceStage(stage: Stage, action: StageAction): Stage {
  const { base, draft, past, future } = stage
  if (action.kind === 'settle') return stage.field === null ? stage : { ...stage, field: null }
  if (action.kind === 'rebase') {
    const opened = toDraft(action.base)
    const next = action.draft === undefined ? opened : withFate(action.base, action.draft)
    const steps = isSameDraft(next, opened) ? [] : [opened]
    return { ...stage, base: action.base, draft: next, past: steps, future: [], field: null }
  }
  if (action.kind === 'undo') {
    const before = past.at(-1)
    if (before === undefined) return stage
    return { ...stage, draft: before, past: past.slice(0, -1), future: [draft, ...future], field: null }
  }
  if (action.kind === 'redo') {
    const [after] = future
    if (after === undefined) return stage
    return { ...stage, draft: after, past: [...past, draft], future: future.slice(1), field: null }
  }
  const next = withFate(base, apply(stage, action))
  if (isSameDraft(next, draft)) return stage
  const field = fieldOf(action)
  const isGoingOn = field !== null && field === stage.field && past.length > 0
  return {
    base,
    draft: next,
    past: isGoingOn ? past : [...past, draft].slice(-stepsMax),
    future: [],
    field,
    minted: action.kind === 'add' ? stage.minted + 1 : stage.minted,
  }
}

/** What is wrong with a text. */
export type TextFault = { kind: 'empty' | 'hiddenCharacter' } | { kind: 'tooLong'; max: number }

/** What keeps a draft from being saved. */
export type Fault = TextFault | { kind: 'tooMany'; count: number } | { kind: 'noFate'; names: readonly string[] }

/** Checks a name or description. */
export function findTextFault(text: string, charsMax: number, mayBeEmpty: boolean): TextFault | null {
  if (!mayBeEmpty && text.trim() === '') return { kind: 'empty' }
  if (text.trim().length > charsMax) return { kind: 'tooLong', max: charsMax }
  const hasHidden = /\p{Cc}/u.test(text.replaceAll(/[\n\t]/g, '')) || !text.isWellFormed()
  return hasHidden ? { kind: 'hiddenCharacter' } : null
}

/** What keeps a draft from being saved, by its place: `name`, `description`, `statuses`, `fate`, or the key of a status. */
export function findFaults(base: StatusGroup, draft: Draft): ReadonlyMap<string, Fault> {
  const faults = new Map<string, Fault>()
  const check = (place: string, text: string, charsMax: number, mayBeEmpty: boolean) => {
    const fault = findTextFault(text, charsMax, mayBeEmpty)
    if (fault !== null) faults.set(place, fault)
  }
  check('name', draft.name, nameCharsMax, false)
  check('description', draft.description, descriptionCharsMax, true)
  for (const { key, name } of draft.statuses) check(key, name, nameCharsMax, false)
  if (draft.statuses.length > optionsMax) faults.set('statuses', { kind: 'tooMany', count: draft.statuses.length })
  const removed = listRemoved(base, draft)
  if (removed.length > 0 && draft.fate === null)
    faults.set('fate', { kind: 'noFate', names: removed.map(({ name }) => name) })
  return faults
}

/** Statuses with the same name: allowed, but hard to tell apart. */
export function findSameNames(statuses: readonly StagedStatus[]): ReadonlyArray<readonly StagedStatus[]> {
  const byName = groupBy(statuses, ({ name }) => name.trim().toLowerCase())
  return [...byName.values()].filter((same) => same.length > 1 && same[0]?.name.trim() !== '')
}

/** A color for the next status: the first one offered that no status has yet. */
export function pickColor(statuses: readonly StagedStatus[], offered: readonly string[]): string {
  const used = new Set(statuses.map(({ color }) => readColor(color).key))
  return offered.find((color) => !used.has(readColor(color).key)) ?? offered[0] ?? ''
}
