import type { FilterChoice } from '@/components/ui/data-table/table-types'

/** A filter with a few options, as controls above a list show it. */
export interface FilterField<Value extends string> {
  value: Value
  options: ReadonlyArray<{ value: Value; label: string; group?: string }>
  onChange: (value: Value) => void
}

/** The options of a filter for the menu of its column. */
export function listChoices<Value extends string>({
  value: chosen,
  options,
  onChange,
}: FilterField<Value>): FilterChoice[] {
  return options.map(({ value, label }) => ({ label, isChosen: value === chosen, choose: () => onChange(value) }))
}
