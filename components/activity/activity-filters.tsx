'use client'

import { useQuery } from '@tanstack/react-query'
import { Search, X } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Picker, type PickerOption } from '@/components/ui/picker'
import { actionGroups, actionWords, kindWords } from '@/lib/activity/model'
import { activityQueries } from '@/lib/activity/queries'
import { activityOutcomes } from '@/lib/activity/schema'
import { outcomeWords } from '@/lib/activity/view'
import { formatCount } from '@/lib/browser/numbers'
import { useTypedText } from '@/lib/browser/typed-text'
import { FilterButton } from './filter-button'
import type { ActivityState } from './use-activity-state'
import { WhenFilter } from './when-filter'

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Among others an action stands without its object: what that is says the words behind. */
const alone: Readonly<Record<string, string>> = {
  'review.mark': 'marked as reviewed or for follow-up',
  'review.unmark': 'took a review back',
  'review.undo': 'undid a marking',
  'saved-view.import': 'imported views',
  'export.start': 'had documents made',
  'export.cancel': 'cancelled an export',
  'export.retry': 'tried an export again',
  'export.remove': 'removed an export',
  'inspection.export': 'exported inspections as CSV',
  'follow-up.export': 'exported follow-ups as CSV',
  'user.export': 'exported users as CSV',
  'user-job.export': 'exported failed rows of a job',
  'media.zip': 'downloaded files as a zip',
  'sync.run': 'asked for a sync',
  'reconcile.start': 'started a full compare',
  'reconcile.accept': 'accepted a full compare',
  'reconcile.cancel': 'cancelled a full compare',
}
const listActionWords = (action: string) => alone[action] ?? actionWords[action] ?? action

const actionOptions: readonly PickerOption[] = actionGroups.flatMap(({ label, actions }) =>
  actions.map((action) => ({ value: action, label: capitalize(listActionWords(action)), hint: label })),
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
export function ActivityFilters({ state, field }: { state: ActivityState; field: RefObject<HTMLInputElement | null> }) {
  const { person, kind, object, action, outcome, isFiltered, set, clear } = state
  const { data } = useQuery(activityQueries.people())
  const people = (data?.people ?? []).map(({ name, email }) => ({ value: email, label: name, hint: email }))
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField state={state} field={field} />
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

const typingPauseMs = 250

function SearchField({ state, field }: { state: ActivityState; field: RefObject<HTMLInputElement | null> }) {
  const { text, setText, flush } = useTypedText(
    state.q ?? '',
    (next) => state.set({ q: next.trim() === '' ? null : next.trim() }, 'replace'),
    typingPauseMs,
  )
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- some browsers still in use do not know the tag
    <div role="search" className="relative min-w-40 flex-1 basis-56 sm:max-w-xs">
      <Search
        aria-hidden
        size={16}
        strokeWidth={1.75}
        className="pointer-events-none absolute top-2 left-2 text-ink-muted"
      />
      <input
        ref={field}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        aria-label="Search objects by name"
        aria-keyshortcuts="/"
        placeholder="Name of the object"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) flush()
        }}
        className="h-8 w-full min-w-0 rounded border border-line-strong bg-surface pr-9 pl-8 text-base text-ellipsis placeholder:text-ink-muted sm:text-sm"
      />
      {text === '' && (
        <span className="pointer-events-none absolute inset-y-0 right-2 hidden items-center text-ink-muted lg:flex">
          <Kbd keys="/" />
        </span>
      )}
    </div>
  )
}
