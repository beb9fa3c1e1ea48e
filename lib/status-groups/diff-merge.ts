import { toDraft, type Draft, type DraftStatus } from './model'
import type { StatusGroup, StatusOption } from './schema'

/** Merges the edits of two people who changed the same group. Statuses are matched by id. */

export type Side = 'theirs' | 'yours'

export type Conflict =
  | { id: string; kind: 'name' | 'description'; base: string; theirs: string; yours: string }
  | {
      id: string
      kind: 'status-name' | 'status-color'
      /** The status in their version. */
      status: StatusOption
      /** Null: both added the status. */
      base: string | null
      theirs: string
      yours: string
    }
  /** They removed a status that you changed. Your version creates it again, without its id and assets. */
  | { id: string; kind: 'removed-there'; base: StatusOption; yours: DraftStatus }
  /** You removed a status that they changed. */
  | { id: string; kind: 'removed-here'; base: StatusOption; theirs: StatusOption }
  | { id: string; kind: 'order'; base: readonly string[]; theirs: readonly string[]; yours: readonly string[] }

export type Choices = Readonly<Record<string, Side>>

export interface Merged {
  /**
   * The draft is based on the current group. Without a choice, their version is used, so that none of their changes is
   * lost automatically.
   */
  draft: Draft
  conflicts: readonly Conflict[]
  /** True if there is a choice for each conflict. */
  isSettled: boolean
}

/** Merges one value; null if both changed it to different values. */
function pick<T>(base: T, theirs: T, yours: T): T | null {
  if (theirs === yours || yours === base) return theirs
  return theirs === base ? yours : null
}

interface Merging {
  choices: Choices
  conflicts: Conflict[]
}

/** Merges one value, or adds a conflict. */
function settle(
  { choices, conflicts }: Merging,
  [base, theirs, yours]: readonly [string | null, string, string],
  makeConflict: () => Conflict,
): string {
  const picked = pick(base, theirs, yours)
  if (picked !== null) return picked
  const conflict = makeConflict()
  conflicts.push(conflict)
  return choices[conflict.id] === 'yours' ? yours : theirs
}

/**
 * Merges two edits of `base`. Changes that only one side made are used. If both changed the same value differently,
 * there is a conflict, which `choices` resolves. If both added a status with the same name, it is one status.
 */
export function mergeGroups(base: StatusGroup, theirs: StatusGroup, yours: Draft, choices: Choices = {}): Merged {
  const merging: Merging = { choices, conflicts: [] }
  const own = matchAdded(base, theirs, yours)
  const name = settle(merging, [base.name, theirs.name, own.name], () => {
    return { id: 'name', kind: 'name', base: base.name, theirs: theirs.name, yours: own.name }
  })
  const description = settle(merging, [base.description, theirs.description, own.description], () => {
    const texts = { base: base.description, theirs: theirs.description, yours: own.description }
    return { id: 'description', kind: 'description', ...texts }
  })
  const statuses = mergeStatuses(merging, base, theirs, own)
  const ordered = mergeOrder(merging, base, theirs, own, statuses)
  const isThere = (optionId: string) => ordered.some((status) => status.optionId === optionId)
  const { replacement } = own
  return {
    draft: {
      name,
      description,
      statuses: ordered,
      // If no status is removed any more, no replacement is needed. If the chosen one no longer exists, the person must
      // choose again.
      replacement:
        theirs.options.every(({ optionId }) => isThere(optionId)) ||
        (replacement?.kind === 'move' && !isThere(replacement.optionId))
          ? null
          : replacement,
    },
    conflicts: merging.conflicts,
    isSettled: merging.conflicts.every(({ id }) => choices[id] !== undefined),
  }
}

/** Matches your new statuses with theirs by name, first those with the same color, and uses their ids. */
export function matchAdded(base: StatusGroup, theirs: StatusGroup, yours: Draft): Draft {
  const known = new Set(base.options.map(({ optionId }) => optionId))
  const free = theirs.options.filter(({ optionId }) => !known.has(optionId))
  let statuses = yours.statuses
  for (const hasToMatch of [isAlike, isNamesake])
    statuses = statuses.map((status) => {
      const at = status.optionId === null ? free.findIndex((option) => hasToMatch(option, status)) : -1
      const [match] = at === -1 ? [] : free.splice(at, 1)
      return match === undefined ? status : { ...status, key: match.optionId, optionId: match.optionId }
    })
  return { ...yours, statuses }
}

type Looks = Pick<StatusOption, 'name' | 'color'>
const isNamesake = (one: Looks, other: Looks) => one.name.trim() === other.name.trim()
const isAlike = (one: Looks, other: Looks) => isNamesake(one, other) && one.color === other.color

/** The statuses of the merged group by key, before they are sorted. */
function mergeStatuses(
  merging: Merging,
  base: StatusGroup,
  theirs: StatusGroup,
  yours: Draft,
): ReadonlyMap<string, DraftStatus> {
  const merged = new Map<string, DraftStatus>()
  const was = new Map(base.options.map((option) => [option.optionId, option]))
  const own = new Map(yours.statuses.map((status) => [status.key, status]))
  for (const option of theirs.options) {
    const { optionId: key } = option
    const before = was.get(key)
    const mine = own.get(key)
    const asTheirs = { key, optionId: key, name: option.name, color: option.color }
    if (mine !== undefined) merged.set(key, { ...asTheirs, ...mergeFields(merging, before, option, mine) })
    else if (before === undefined) merged.set(key, asTheirs)
    else if (before.name !== option.name || before.color !== option.color) {
      const id = `removed-here ${key}`
      merging.conflicts.push({ id, kind: 'removed-here', base: before, theirs: option })
      if (merging.choices[id] !== 'yours') merged.set(key, asTheirs)
    }
  }
  const there = new Set(theirs.options.map(({ optionId }) => optionId))
  for (const mine of yours.statuses) {
    if (there.has(mine.key)) continue
    const before = was.get(mine.key)
    if (before === undefined) merged.set(mine.key, mine)
    else if (before.name !== mine.name || before.color !== mine.color) {
      const id = `removed-there ${mine.key}`
      merging.conflicts.push({ id, kind: 'removed-there', base: before, yours: mine })
      if (merging.choices[id] === 'yours') merged.set(mine.key, { ...mine, optionId: null })
    }
  }
  return merged
}

function mergeFields(
  merging: Merging,
  before: StatusOption | undefined,
  theirs: StatusOption,
  yours: DraftStatus,
): Pick<DraftStatus, 'name' | 'color'> {
  const settleField = (field: 'name' | 'color') => {
    const values = { base: before?.[field] ?? null, theirs: theirs[field], yours: yours[field] }
    return settle(merging, [values.base, values.theirs, values.yours], () => {
      return { id: `${field} ${theirs.optionId}`, kind: `status-${field}`, status: theirs, ...values }
    })
  }
  return { name: settleField('name'), color: settleField('color') }
}

const namesOf = (draft: Draft) => new Map(draft.statuses.map(({ key, name }) => [key, name]))

/**
 * Uses the order of the side that changed it. Statuses that only the other side has come after the status that precedes
 * them there.
 */
function mergeOrder(
  { choices, conflicts }: Merging,
  base: StatusGroup,
  theirs: StatusGroup,
  yours: Draft,
  statuses: ReadonlyMap<string, DraftStatus>,
): DraftStatus[] {
  const lists = {
    base: base.options.map(({ optionId }) => optionId),
    theirs: theirs.options.map(({ optionId }) => optionId),
    yours: yours.statuses.map(({ key }) => key),
  }
  // Only statuses that exist in all three versions can have been moved.
  const isCommon = (key: string) => statuses.has(key) && Object.values(lists).every((list) => list.includes(key))
  const write = (list: readonly string[]) => list.filter(isCommon).join(' ')
  const orders = [write(lists.base), write(lists.theirs), write(lists.yours)] as const
  let side: Side = orders[1] === orders[0] && orders[2] !== orders[0] ? 'yours' : 'theirs'
  if (pick(...orders) === null) {
    const nameIn = (list: readonly string[], names: ReadonlyMap<string, string>) =>
      list.filter(isCommon).map((key) => names.get(key) ?? key)
    conflicts.push({
      id: 'order',
      kind: 'order',
      base: nameIn(lists.base, namesOf(toDraft(base))),
      theirs: nameIn(lists.theirs, namesOf(toDraft(theirs))),
      yours: nameIn(lists.yours, namesOf(yours)),
    })
    side = choices['order'] ?? 'theirs'
  }
  const ordered = lists[side].filter((key) => statuses.has(key))
  const other = lists[side === 'theirs' ? 'yours' : 'theirs']
  for (const [index, key] of other.entries()) {
    if (!statuses.has(key) || ordered.includes(key)) continue
    const before = other.slice(0, index).findLast((earlier) => ordered.includes(earlier))
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, key)
  }
  return ordered.flatMap((key) => statuses.get(key) ?? [])
}
