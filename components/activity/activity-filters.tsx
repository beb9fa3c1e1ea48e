'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Picker, type PickerOption } from '@/components/ui/picker'
import { SearchField } from '@/components/ui/search-field'
import { actionGroups, kindWords } from '@/lib/activity/model'
import { activityQueries } from '@/lib/activity/queries'
import { activityOutcomes } from '@/lib/activity/schema'
import { actionTable } from '@/lib/activity/sentence-table-model'
import { outcomeWords } from '@/lib/activity/view'
import { formatCount } from '@/lib/browser/numbers'
import { FilterButton } from './filter-button'
import type { ActivityState } from './use-activity-state'
import { WhenFilter } from './when-filter'

const actionOptions: readonly PickerOption[] = actionGroups.flatMap(({ label, actions }) =>
  actions.map((action) => ({ value: action, label: actionTable[action].label, hint: label })),
)
const kindOptions: readonly PickerOption[] = Object.entries(kindWords).map(([value, label]) => ({ value, label }))
const outcomeOptions: readonly PickerOption[] = activityOutcomes.map((value) => ({ value, label: outcomeWords[value] }))

function tellChosen(values: readonly string[], options: readonly PickerOption[]): string | null {
  const [first] = values
  if (first === undefined) return null
  return values.length > 1 ? formatCount(values.length) : (options.find(({ value }) => value === first)?.label ?? first)
}

/** What is chosen stays among the options, also where nobody offers it. */
const withChosen = (options: readonly PickerOption[], chosen: readonly string[]): readonly PickerOption[] => [
  ...chosen
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: value })),
  ...options,
]

/** The filters of the log, kept in the address. */
export function ActivityFilters({ state }: { state: ActivityState }) {
  const field = useRef<HTMLInputElement>(null)
  const { person, kind, object, action, outcome, isFiltered, set, clear } = state
  const { data } = useQuery(activityQueries.people())
  const people = (data?.people ?? []).map(({ userId, name, email }) =>
    email === null ? { value: userId, label: name } : { value: userId, label: name, hint: email },
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        ref={field}
        value={state.q ?? ''}
        onChange={(next) => set({ q: next.trim() === '' ? null : next.trim() }, 'replace')}
        label="Search by name"
        placeholder="Search by name"
        shortcut={{ id: 'activity:search', label: 'Search the log', group: 'Activity' }}
        className="basis-56 sm:max-w-xs"
      />
      <Picker
        trigger={<FilterButton label="Person" value={person === null ? null : tellChosen([person], people)} />}
        label="Person"
        placeholder="Find a person"
        options={withChosen(people, person === null ? [] : [person])}
        value={person === null ? [] : [person]}
        onChange={([next]) => set({ person: next ?? null })}
      />
      <Picker
        multiple
        trigger={<FilterButton label="Action" value={tellChosen(action, actionOptions)} />}
        label="Action"
        placeholder="Find an action"
        options={withChosen(actionOptions, action)}
        value={action}
        onChange={(next) => set({ action: next })}
      />
      <Picker
        trigger={
          <FilterButton
            label="Object"
            value={kind === null ? object : `${kindWords[kind] ?? kind}${object === null ? '' : ', one alone'}`}
          />
        }
        label="Kind of object"
        placeholder="Find a kind"
        options={withChosen(kindOptions, kind === null ? [] : [kind])}
        value={kind === null ? [] : [kind]}
        onChange={([next]) => set({ kind: next ?? null, object: null })}
      />
      <Picker
        multiple
        trigger={<FilterButton label="Outcome" value={tellChosen(outcome, outcomeOptions)} />}
        label="Outcome"
        placeholder="Find an outcome"
        options={outcomeOptions}
        value={outcome}
        onChange={(next) => set({ outcome: activityOutcomes.filter((known) => next.includes(known)) })}
      />
      <WhenFilter state={state} />
      {isFiltered && (
        <Button
          variant="ghost"
          icon={X}
          onClick={() => {
            // The button goes with the filters.
            field.current?.focus()
            clear()
          }}
        >
          Clear
        </Button>
      )}
    </div>
  )
}
