'use client'

import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useMemo, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { useSortTexts } from '@/components/ui/data-table/records/use-sort-texts'
import { Picker } from '@/components/ui/inputs/picker'
import type { PickerOption } from '@/components/ui/inputs/picker-option'
import { SearchField } from '@/components/ui/inputs/search-field'
import { SortMenu } from '@/components/ui/lists/sort-menu'
import { actionGroups, nameAction, nameObjectKind, objectKinds } from '@/lib/activity/model'
import { activityQueries } from '@/lib/activity/queries'
import { activityOutcomes } from '@/lib/activity/values-model'
import { FilterButton } from './filter-button'
import type { ActivityState } from './use-activity-state'
import type { ActivityFilterId } from './use-activity-columns'
import { WhenFilter } from './when-filter'

/** The options of a filter, in the person's language. */
function useOptions() {
  const t = useTranslations('activity')
  return useMemo((): Record<'actions' | 'kinds' | 'outcomes', readonly PickerOption[]> => {
    return {
      actions: actionGroups.flatMap(({ group, actions }) =>
        actions.map((action) => ({ value: action, label: nameAction(t, action), hint: t(`actionGroups.${group}`) })),
      ),
      kinds: objectKinds.map((value) => ({ value, label: nameObjectKind(t, value) })),
      outcomes: activityOutcomes.map((value) => ({ value, label: t(`outcomes.${value}`) })),
    }
  }, [t])
}

/** Chosen values stay among the options even if no entry has them. */
const withChosen = (options: readonly PickerOption[], chosen: readonly string[]): readonly PickerOption[] => [
  ...chosen
    .filter((value) => !options.some((option) => option.value === value))
    .map((value) => ({ value, label: value })),
  ...options,
]

/** Names the only chosen value, or returns how many are chosen. */
function useNameChosen() {
  const format = useFormatter()
  return (values: readonly string[], from: readonly PickerOption[]): string | null => {
    const [first] = values
    if (first === undefined) return null
    return values.length > 1
      ? format.number(values.length)
      : (from.find(({ value }) => value === first)?.label ?? first)
  }
}

/** The filters of the log, kept in the address. */
export function ActivityFilters({
  state,
  open,
  onOpen,
}: {
  state: ActivityState
  /** The filter whose panel is open. */
  open: ActivityFilterId | null
  onOpen: (filter: ActivityFilterId | null) => void
}) {
  const t = useTranslations('activity')
  const nameChosen = useNameChosen()
  const options = useOptions()
  const field = useRef<HTMLInputElement>(null)
  const { person, kind, object, action, outcome, isFiltered, set, clear } = state
  const { data } = useQuery(activityQueries.people())
  const people = (data?.people ?? []).map(({ userId, name, email }) =>
    email === null ? { value: userId, label: name } : { value: userId, label: name, hint: email },
  )
  const panel = (id: ActivityFilterId) => ({
    open: open === id,
    onOpenChange: (isOpen: boolean) => onOpen(isOpen ? id : null),
  })
  const kindName = kind === null ? null : nameObjectKind(t, kind)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        ref={field}
        value={state.q ?? ''}
        onChange={(next) => set({ q: next.trim() === '' ? null : next.trim() }, 'replace')}
        label={t('filters.search')}
        placeholder={t('filters.search')}
        shortcut={{ id: 'activity:search', label: t('shortcuts.search'), group: t('title') }}
        className="basis-56 sm:max-w-xs"
      />
      <Picker
        {...panel('person')}
        trigger={
          <FilterButton label={t('filters.person')} value={person === null ? null : nameChosen([person], people)} />
        }
        label={t('filters.person')}
        placeholder={t('filters.findPerson')}
        options={withChosen(people, person === null ? [] : [person])}
        value={person === null ? [] : [person]}
        onChange={([next]) => set({ person: next ?? null })}
      />
      <Picker
        multiple
        {...panel('action')}
        trigger={<FilterButton label={t('filters.action')} value={nameChosen(action, options.actions)} />}
        label={t('filters.action')}
        placeholder={t('filters.findAction')}
        options={withChosen(options.actions, action)}
        value={action}
        onChange={(next) => set({ action: next })}
      />
      <Picker
        {...panel('kind')}
        trigger={
          <FilterButton
            label={t('filters.object')}
            value={kindName === null ? object : object === null ? kindName : t('filters.oneObject', { kind: kindName })}
          />
        }
        label={t('filters.objectKind')}
        placeholder={t('filters.findObjectKind')}
        options={withChosen(options.kinds, kind === null ? [] : [kind])}
        value={kind === null ? [] : [kind]}
        onChange={([next]) => set({ kind: next ?? null, object: null })}
      />
      <Picker
        multiple
        {...panel('outcome')}
        trigger={<FilterButton label={t('filters.outcome')} value={nameChosen(outcome, options.outcomes)} />}
        label={t('filters.outcome')}
        placeholder={t('filters.findOutcome')}
        options={options.outcomes}
        value={outcome}
        onChange={(next) => set({ outcome: activityOutcomes.filter((known) => next.includes(known)) })}
      />
      <WhenFilter state={state} {...panel('at')} />
      <PhoneOrder state={state} />
      {isFiltered && (
        <Button
          variant="ghost"
          icon={X}
          onClick={() => {
            // The button disappears with the filters.
            field.current?.focus()
            clear()
          }}
        >
          {t('actions.clear')}
        </Button>
      )}
    </div>
  )
}

const orders = ['newest', 'oldest'] as const

/** Chooses the order on phones, where the log has no column headers. */
function PhoneOrder({ state: { sort, set } }: { state: ActivityState }) {
  const t = useTranslations('activity.columns')
  const describe = useSortTexts()
  return (
    <SortMenu
      value={sort ?? 'newest'}
      sorts={orders}
      describe={(order) => describe({ label: t('at'), kind: 'time' }, order === 'newest')}
      onChange={(order) => set({ sort: order === 'oldest' ? order : null })}
    />
  )
}
