import { firstColor, statusColors } from '@/lib/status-groups/color'
import { findTextIssue, type TextIssue } from '@/lib/status-groups/model'
import { newStatusGroup, type StatusGroupBoard } from '@/lib/status-groups/schema'
import { descriptionCharsMax, nameCharsMax, optionsMax } from '@/lib/status-groups/values-model'
import { starterSets } from '@/lib/status-groups/starters'
import { listTaken, nameKey, numberName } from '@/lib/status-groups/view'

/** A group before it is created. */

export interface DraftStatus {
  key: number
  name: string
  color: string
}

export interface CreateDraft {
  name: string
  description: string
  statuses: DraftStatus[]
}

/** The start of a new group: `empty`, `starter:<key>` or `copy:<group id>`. */
export type CreateStart = 'empty' | `starter:${string}` | `copy:${string}`

let lastKey = 0
const mint = (name: string, color: string): DraftStatus => ({ key: (lastKey += 1), name, color })

/** The draft to start with. A copy and a starter set get an unused name. */
export function startDraft(start: CreateStart, board: Pick<StatusGroupBoard, 'groups'>): CreateDraft {
  const [kind, key] = splitOnce(start)
  const source =
    kind === 'copy'
      ? board.groups.find(({ groupId }) => groupId === key)
      : starterSets.find((starter) => kind === 'starter' && starter.key === key)
  if (source === undefined) return { name: '', description: '', statuses: [mint('', firstColor)] }
  return {
    name: numberName(source.name, listTaken(board), nameCharsMax),
    description: source.description ?? '',
    statuses: source.options.map(({ name, color }) => mint(name, color)),
  }
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf(':')
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

/** Adds a status in the first unused color, if the group has space. */
export function addStatus(draft: CreateDraft): CreateDraft {
  if (draft.statuses.length >= optionsMax) return draft
  const used = new Set(draft.statuses.map(({ color }) => color))
  const color = statusColors.find((one) => !used.has(one.color))?.color ?? firstColor
  return { ...draft, statuses: [...draft.statuses, mint('', color)] }
}

export function changeStatus(draft: CreateDraft, key: number, change: Partial<DraftStatus>): CreateDraft {
  return { ...draft, statuses: draft.statuses.map((one) => (one.key === key ? { ...one, ...change } : one)) }
}

export function removeStatus(draft: CreateDraft, key: number): CreateDraft {
  return { ...draft, statuses: draft.statuses.filter((one) => one.key !== key) }
}

/** Moves a status up (-1) or down (1); at the end of the list it stays. */
export function moveStatus(draft: CreateDraft, key: number, step: -1 | 1): CreateDraft {
  const at = draft.statuses.findIndex((one) => one.key === key)
  const moved = draft.statuses[at]
  const to = at + step
  if (moved === undefined || to < 0 || to >= draft.statuses.length) return draft
  return { ...draft, statuses: draft.statuses.toSpliced(at, 1).toSpliced(to, 0, moved) }
}

/** Whether two drafts have the same content. */
export function isSameDraft(a: CreateDraft, b: CreateDraft): boolean {
  const write = ({ name, description, statuses }: CreateDraft) =>
    JSON.stringify([name, description, statuses.map((one) => [one.name, one.color])])
  return write(a) === write(b)
}

/** Errors that prevent creating a group. */
export interface DraftProblems {
  name?: TextIssue
  description?: TextIssue
  /** Errors of statuses, by the key of the status. */
  statuses: ReadonlyMap<number, TextIssue>
}

/** The request, or the errors that have to be corrected first. Spaces around names are removed. */
export function readDraft(draft: CreateDraft) {
  const rows = draft.statuses.map((one) => ({ ...one, name: one.name.trim() }))
  // A new form has one empty row, which is not a status.
  const meant = rows.length === 1 && rows[0]?.name === '' ? [] : rows
  const asked = {
    name: draft.name.trim(),
    description: draft.description.trim(),
    options: meant.map(({ name, color }) => ({ name, color })),
  }
  const parsed = newStatusGroup.safeParse(asked)
  if (parsed.success) return { asked, problems: null }
  const statuses = new Map<number, TextIssue>()
  for (const { key, name } of meant) {
    const issue = findTextIssue(name, nameCharsMax, false)
    if (issue !== null) statuses.set(key, issue)
  }
  const problems: DraftProblems = { statuses }
  const name = findTextIssue(asked.name, nameCharsMax, false)
  const description = findTextIssue(asked.description, descriptionCharsMax, true)
  if (name !== null) problems.name = name
  if (description !== null) problems.description = description
  return { asked: null, problems }
}

/**
 * Possible mistakes that do not prevent creating a group: the name of an existing group, and duplicate status names.
 */
export function findDoubts(
  draft: CreateDraft,
  taken: ReadonlySet<string>,
): { isNameTaken: boolean; sameNames: string[] } {
  const seen = new Map<string, string>()
  const twice = new Set<string>()
  for (const { name } of draft.statuses) {
    const key = nameKey(name)
    if (key !== '' && seen.has(key)) twice.add(seen.get(key) ?? name)
    else seen.set(key, name.trim())
  }
  return {
    isNameTaken: draft.name.trim() !== '' && taken.has(nameKey(draft.name)),
    sameNames: [...twice],
  }
}
