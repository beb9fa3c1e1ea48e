import type { Reference } from '@/lib/user-jobs/schema'
import { fieldOf, foldText, type FieldKey } from './fields'
import { parseList, parseReference, writeList } from './list'
import type { CellEdit, Sheet } from './types'
import { nearest } from './validate/validate-near'

/** Changes one group or site in cells that name several, or the permission set of a cell. */

const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Whether a reference has this name or id, ignoring case. */
export const isNamed = (reference: Reference, value: string) =>
  isSame('id' in reference ? reference.id : reference.name, value)

export const isRemovalOf = (key: FieldKey) => key === 'groupsRemove' || key === 'sitesRemove'

/** The cell with another group, site or permission set in place of one; null if it does not name that one. */
export function replaceItem(cell: string, key: FieldKey, wanted: string, by: Reference): string | null {
  // Few of 10,000 cells have it, and reading lists is slow, so cells are filtered first. A quote is written twice.
  if (!wanted.includes('"') && !cell.toLowerCase().includes(wanted.trim().toLowerCase())) return null
  if (fieldOf(key).kind === 'reference')
    return isNamed(parseReference(cell), wanted) ? ('id' in by ? `id:${by.id}` : by.name) : null
  const isRemoval = isRemovalOf(key)
  const { items } = parseList(cell, isRemoval)
  if (!items.some((item) => isNamed(item, wanted))) return null
  return writeList(
    items.map((item) => (isNamed(item, wanted) ? by : item)),
    isRemoval,
  )
}

/** The edits that replace a name in all cells of a column. */
export function replaceEverywhere(sheet: Sheet, column: number, key: FieldKey, wanted: string, by: string): CellEdit[] {
  const reference = { name: by }
  return sheet.rowIds.flatMap((rowId) => {
    const value = replaceItem(sheet.cell(rowId, column), key, wanted, reference)
    return value === null ? [] : [{ rowId, column, value }]
  })
}

/** The known name that was probably meant; empty if none is similar. */
export function suggestName(value: string, names: readonly string[]): string {
  const [near] = nearest(
    value,
    names.map((name) => ({ spelling: foldText(name), name })),
  )
  return near?.name ?? ''
}
