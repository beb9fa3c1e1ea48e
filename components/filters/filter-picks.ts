import type { FacetName } from '@/lib/inspections/columns'
import type { ListParams } from '@/lib/inspections/schema'
import { anyValue } from './filter-texts'
import type { ParamChanges } from './use-list-state'

/** The selection in the panel of a facet: values, and whether "has none" is selected. */
export interface FacetChoice {
  values: readonly string[]
  hasNone: boolean
}

const nameOf = (facet: FacetName, isNegated: boolean) => (isNegated ? (`${facet}!` as const) : facet)

/**
 * The selection in the "is" or "is not" half of a facet. `site!=*` finds rows without a site and `site=*` excludes them, so
 * "has none" is stored under the other name.
 */
export function readChoice(params: ListParams, facet: FacetName, isNegated: boolean): FacetChoice {
  return {
    values: (params[nameOf(facet, isNegated)] ?? []).filter((value) => value !== anyValue),
    hasNone: params[nameOf(facet, !isNegated)]?.includes(anyValue) === true,
  }
}

/**
 * Writes the selection of one half and keeps the other half. `site=Cork&site=*` would mean any site, and the rows of Cork
 * have one anyway, so "is not (none)" is not written beside "is Cork".
 */
export function writeChoice(
  params: ListParams,
  facet: FacetName,
  isNegated: boolean,
  { values, hasNone }: FacetChoice,
): ParamChanges {
  const own = nameOf(facet, isNegated)
  const other = nameOf(facet, !isNegated)
  const others = (params[other] ?? []).filter((value) => value !== anyValue)
  const isImplied = isNegated && others.length > 0
  return { [own]: values, [other]: hasNone && !isImplied ? [...others, anyValue] : others }
}

/**
 * Adds or removes a value; null stands for "has none". With "is", values and "has none" exclude each other.
 */
export function toggleValue(choice: FacetChoice, value: string | null, isNegated: boolean): FacetChoice {
  if (value === null) return { values: isNegated || choice.hasNone ? choice.values : [], hasNone: !choice.hasNone }
  const values = choice.values.includes(value)
    ? choice.values.filter((other) => other !== value)
    : [...choice.values, value]
  return { values, hasNone: isNegated && choice.hasNone }
}

/** Changes "is" to "is not" and back, and keeps the selection. */
export function switchNegation(params: ListParams, facet: FacetName, toNegated: boolean): ParamChanges {
  const { values, hasNone } = readChoice(params, facet, !toNegated)
  const cleared = { ...params, ...writeChoice(params, facet, !toNegated, { values: [], hasNone: false }) }
  const kept = Object.fromEntries(Object.entries(cleared).filter(([, given]) => given !== null)) as ListParams
  // "Has none or is Cork" cannot be expressed, "is neither" can.
  return writeChoice(kept, facet, toNegated, { values: hasNone && !toNegated ? [] : values, hasNone })
}

/** Whether a panel opens with "is not": when only that half has a selection. */
export function isNegatedFirst(params: ListParams, facet: FacetName): boolean {
  const is = readChoice(params, facet, false)
  const isNot = readChoice(params, facet, true)
  return is.values.length === 0 && !is.hasNone && (isNot.values.length > 0 || isNot.hasNone)
}
