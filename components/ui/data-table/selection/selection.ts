/**
 * The selected rows of a list: some ids, or all matching rows except some ids. This also covers rows that are not loaded.
 */
export type Selection<Id extends string = string> =
  | { readonly kind: 'ids'; readonly ids: readonly Id[] }
  | { readonly kind: 'matching'; readonly except: readonly Id[] }

export const noSelection: Selection<never> = { kind: 'ids', ids: [] }
export const allMatching: Selection<never> = { kind: 'matching', except: [] }

// A selection is immutable, so the set of its ids is built once.
const sets = new WeakMap<Selection, ReadonlySet<string>>()

function readNamed(selection: Selection): ReadonlySet<string> {
  let set = sets.get(selection)
  if (set === undefined) {
    set = new Set(listNamed(selection))
    sets.set(selection, set)
  }
  return set
}

/** The ids of a selection: those that are selected, or those that are excluded. */
export function listNamed<Id extends string>(selection: Selection<Id>): readonly Id[] {
  return selection.kind === 'ids' ? selection.ids : selection.except
}

export function isSelected(selection: Selection, id: string): boolean {
  return readNamed(selection).has(id) === (selection.kind === 'ids')
}

/** Whether nothing is selected. "All except two" is never nothing. */
export function isNothing(selection: Selection): boolean {
  return selection.kind === 'ids' && selection.ids.length === 0
}

/** The selection with or without `ids`. The same object when nothing changes. */
export function setSelected<Id extends string>(
  selection: Selection<Id>,
  ids: Iterable<Id>,
  on: boolean,
): Selection<Id> {
  const changed = [...new Set(ids)].filter((id) => isSelected(selection, id) !== on)
  if (changed.length === 0) return selection
  const named = listNamed(selection)
  // `named` has the selected ids or the excluded ids, depending on the kind.
  const isAdding = (selection.kind === 'ids') === on
  const leaving = new Set(isAdding ? [] : changed)
  const next = isAdding ? [...named, ...changed] : [...named].filter((id) => !leaving.has(id))
  return selection.kind === 'ids' ? { kind: 'ids', ids: next } : { kind: 'matching', except: next }
}

export function toggleSelected<Id extends string>(selection: Selection<Id>, id: Id): Selection<Id> {
  return setSelected(selection, [id], !isSelected(selection, id))
}

/** The number of selected rows if `total` rows match; null while unknown. */
export function countSelected(selection: Selection, total: number | null): number | null {
  if (selection.kind === 'ids') return selection.ids.length
  return total === null ? null : Math.max(0, total - selection.except.length)
}

export type HeadMark = 'none' | 'some' | 'all'

/** The state of the header's checkbox: `all` when every visible row is selected. */
export function readHeadMark(selection: Selection, inSight: readonly string[]): HeadMark {
  if (isNothing(selection)) return 'none'
  if (selection.kind === 'matching') return selection.except.length === 0 ? 'all' : 'some'
  return inSight.length > 0 && inSight.every((id) => isSelected(selection, id)) ? 'all' : 'some'
}
