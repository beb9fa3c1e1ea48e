import { isResult } from '@/components/filters/facet-names'
import { readChoice, writeChoice } from '@/components/filters/filter-picks'
import type { CountedGroup } from '@/components/ui/data-table/groups/lay-out-groups'
import type { FacetName } from '@/lib/inspections/columns'
import { readListParams } from '@/lib/inspections/params-model'
import type { Facets, FacetValue, ListParams } from '@/lib/inspections/schema'
import type { Translator } from '@/lib/messages/translator'

/** The id of the group of rows without a value. No value of a filter is empty. */
const noneId = ''

/** The parameters of the list of one group. */
export function writeGroupParams(params: ListParams, group: FacetName, id: string): ListParams {
  const choice = id === noneId ? { values: [], hasNone: true } : { values: [id], hasNone: false }
  const written = writeChoice(params, group, false, choice)
  const not = `${group}!` as const
  return readListParams({ ...params, [group]: written[group] ?? [], [not]: written[not] ?? [] })
}

/** Whether the list has rows with a value. Facets also have the values that their own filter excludes. */
export function isChosen(params: ListParams, group: FacetName, value: string | null): boolean {
  const is = readChoice(params, group, false)
  const isNot = readChoice(params, group, true)
  if (value === null) return is.values.length === 0 && !isNot.hasNone
  return !is.hasNone && !isNot.values.includes(value) && (is.values.length === 0 || is.values.includes(value))
}

/** The number of groups that are not among the values. */
export function countMissing(params: ListParams, group: FacetName, { values, distinct }: Facets[FacetName]): number {
  const chosen = readChoice(params, group, false)
  if (chosen.hasNone) return 0
  if (chosen.values.length === 0) return distinct - values.length
  return chosen.values.filter((wanted) => distinct > values.length && !values.some(({ value }) => value === wanted))
    .length
}

/** A group for a value, with its name. */
export function toGroup(t: Translator<'filters'>, group: FacetName, { value, label, count }: FacetValue): CountedGroup {
  if (value === null) return { id: noneId, label: t(`none.${group}`), count }
  const name = group === 'result' && isResult(value) ? t(`results.${value}`) : (label ?? value)
  return { id: value, label: name, count }
}
