import type { FacetName } from '@/lib/inspections/columns'
import type { ListParams } from '@/lib/inspections/schema'
import { anyValue } from './filter-words'
import type { ParamChanges } from './use-list-state'

/** What a panel of a facet has chosen: values, and whether "has none" is among them. */
export interface FacetChoice {
  values: readonly string[]
  hasNone: boolean
}

const nameOf = (facet: FacetName, isNegated: boolean) => (isNegated ? (`${facet}!` as const) : facet)

/**
 * What is chosen in the "is" or the "is not" half of a facet. Rows with none are what `site!=*` finds and what `site=*`
 * leaves out, so that choice lies under the other name.
 */
export function readChoice(params: ListParams, facet: FacetName, isNegated: boolean): FacetChoice {
  return {
    values: (params[nameOf(facet, isNegated)] ?? []).filter((value) => value !== anyValue),
    hasNone: params[nameOf(facet, !isNegated)]?.includes(anyValue) === true,
  }
}

/** Writes a choice of one half, the other half left as it is. */
export function writeChoice(
  params: ListParams,
  facet: FacetName,
  isNegated: boolean,
  { values, hasNone }: FacetChoice,
): ParamChanges {
  const own = nameOf(facet, isNegated)
  const other = nameOf(facet, !isNegated)
  const others = (params[other] ?? []).filter((value) => value !== anyValue)
  return { [own]: values, [other]: hasNone ? [...others, anyValue] : others }
}

/**
 * Adds or takes away one value; null stands for "has none". A row that has none is of no site: with "is", the two exclude
 * each other.
 */
export function toggleValue(choice: FacetChoice, value: string | null, isNegated: boolean): FacetChoice {
  if (value === null) return { values: isNegated || choice.hasNone ? choice.values : [], hasNone: !choice.hasNone }
  const values = choice.values.includes(value)
    ? choice.values.filter((other) => other !== value)
    : [...choice.values, value]
  return { values, hasNone: isNegated && choice.hasNone }
}

/** Turns "is" into "is not" and back, with what was chosen. */
export function switchNegation(params: ListParams, facet: FacetName, toNegated: boolean): ParamChanges {
  const { values, hasNone } = readChoice(params, facet, !toNegated)
  const cleared = { ...params, ...writeChoice(params, facet, !toNegated, { values: [], hasNone: false }) }
  const kept = Object.fromEntries(Object.entries(cleared).filter(([, given]) => given !== null)) as ListParams
  // "Has none or is Cork" cannot be asked, "is neither" can.
  return writeChoice(kept, facet, toNegated, { values: hasNone && !toNegated ? [] : values, hasNone })
}

/** In which half a panel opens: the one that has something chosen. */
export function isNegatedFirst(params: ListParams, facet: FacetName): boolean {
  const is = readChoice(params, facet, false)
  const isNot = readChoice(params, facet, true)
  return is.values.length === 0 && !is.hasNone && (isNot.values.length > 0 || isNot.hasNone)
}
