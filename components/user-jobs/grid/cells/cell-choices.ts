import { namesFor } from '@/components/user-jobs/grid/references'
import type { UserReferences } from '@/lib/user-jobs/references-schema'
import { fieldOf, foldText } from '@/lib/user-jobs/sheet/fields'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'
import { readChoice } from '@/lib/user-jobs/sheet/validate/validate-choices'
import { listZones, readZone } from '@/lib/user-jobs/sheet/validate/validate-zones'

/** The choices of a cell whose column has only a few known values. */
export interface CellChoices {
  /** The texts that are put into the cell. */
  values: readonly string[]
  /** Whether a text is a known value, in any spelling. */
  isKnown: (text: string) => boolean
  /**
   * The cell contains a list of names, and the last name is being typed. Unknown names are allowed, so a known name is
   * inserted only when it is chosen.
   */
  isList?: true
}

let zones: readonly string[] | null = null

/** The choices of a column; null if it allows any text. `references`: names of groups, sites and permission sets, if known. */
export function choicesOfUse(use: ColumnUse | undefined, references: UserReferences | null): CellChoices | null {
  if (use?.to !== 'field') return null
  const known = namesFor(use, references)
  const field = fieldOf(use.field)
  if (known !== null)
    return { values: known.names, isKnown: () => true, ...(field.kind === 'list' ? { isList: true } : {}) }
  if (field.kind === 'zone') {
    zones ??= listZones().toSorted()
    return { values: zones, isKnown: (text) => readZone(text.trim()) !== null }
  }
  if (field.choices === undefined) return null
  return { values: field.choices.map(({ label }) => label), isKnown: (text) => readChoice(text.trim(), field) !== null }
}

/** The values that contain the typed text, first those that start with it. */
export function matchChoices(values: readonly string[], typed: string): readonly string[] {
  const wanted = foldText(typed)
  if (wanted === '') return values
  const having = values.filter((value) => foldText(value).includes(wanted))
  const isStart = (value: string) => value.split(/[/ ]/u).some((part) => foldText(part).startsWith(wanted))
  return [...having.filter(isStart), ...having.filter((value) => !isStart(value))]
}
