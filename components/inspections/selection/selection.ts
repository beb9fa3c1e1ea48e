import type { AuditId } from '@/lib/ids'

/**
 * Which rows of a list are chosen: some by their ids, or all that match the list but a few. A predicate, so that it holds
 * for rows nobody has loaded.
 */
export type Selection<Id extends string = AuditId> =
  | { readonly kind: 'ids'; readonly ids: readonly Id[] }
  | { readonly kind: 'matching'; readonly except: readonly Id[] }

export const noSelection: Selection<never> = { kind: 'ids', ids: [] }
export const allMatching: Selection<never> = { kind: 'matching', except: [] }

// A selection never changes, so what it names can be looked up in a set that is made once.
const sets = new WeakMap<Selection<string>, ReadonlySet<string>>()

function readNamed(selection: Selection<string>): ReadonlySet<string> {
  let set = sets.get(selection)
  if (set === undefined) {
    set = new Set(listNamed(selection))
    sets.set(selection, set)
  }
  return set
}

/** The ids it names: those that are in, or those that are left out. */
function listNamed<Id extends string>(selection: Selection<Id>): readonly Id[] {
  return selection.kind === 'ids' ? selection.ids : selection.except
}

export function isSelected(selection: Selection<string>, id: string): boolean {
  return readNamed(selection).has(id) === (selection.kind === 'ids')
}

/** Whether nothing is chosen. "All but two" counts as something, whatever matches now. */
export function isNothing(selection: Selection<string>): boolean {
  return selection.kind === 'ids' && selection.ids.length === 0
}

/** The selection with `ids` in it, or without them. The same object when that changes nothing. */
export function setSelected<Id extends string>(
  selection: Selection<Id>,
  ids: Iterable<Id>,
  on: boolean,
): Selection<Id> {
  const changed = [...new Set(ids)].filter((id) => isSelected(selection, id) !== on)
  if (changed.length === 0) return selection
  const named = listNamed(selection)
  // To be named means to be in where ids are chosen, and to be out where all are.
  const isAdding = (selection.kind === 'ids') === on
  const leaving = new Set(isAdding ? [] : changed)
  const next = isAdding ? [...named, ...changed] : [...named].filter((id) => !leaving.has(id))
  return selection.kind === 'ids' ? { kind: 'ids', ids: next } : { kind: 'matching', except: next }
}

export function toggleSelected<Id extends string>(selection: Selection<Id>, id: Id): Selection<Id> {
  return setSelected(selection, [id], !isSelected(selection, id))
}

/** How many are chosen, when `total` match the list; null while that is not known. */
export function countSelected(selection: Selection<string>, total: number | null): number | null {
  if (selection.kind === 'ids') return selection.ids.length
  return total === null ? null : Math.max(0, total - selection.except.length)
}

export type HeadMark = 'none' | 'some' | 'all'

/** What the box in the head shows: `all` when every row in sight is chosen. */
export function readHeadMark(selection: Selection<string>, inSight: readonly string[]): HeadMark {
  if (isNothing(selection)) return 'none'
  if (selection.kind === 'matching') return selection.except.length === 0 ? 'all' : 'some'
  return inSight.length > 0 && inSight.every((id) => isSelected(selection, id)) ? 'all' : 'some'
}
