'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarX2, X } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Chips } from '@/components/filters/chips'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterButtons, FilterSheet } from '@/components/filters/filter-bar'
import type { FilterKind } from '@/components/filters/filter-texts'
import { SearchBox } from '@/components/filters/search-box'
import { Button } from '@/components/ui/button'
import { GroupMenu } from '@/components/ui/data-table/groups/group-menu'
import { useSortTexts } from '@/components/ui/data-table/records/use-sort-texts'
import type { DataColumn } from '@/components/ui/data-table/table-types'
import { Segmented } from '@/components/ui/inputs/segmented'
import { SortMenu } from '@/components/ui/lists/sort-menu'
import { useMounted } from '@/lib/browser/now'
import { reviewQueries } from '@/lib/review/queries'
import type { FollowUp, FollowUpSort } from '@/lib/review/follow-ups-schema'
import { followUpSorts, followUpGroupings } from '@/lib/review/values-model'
import { readOrder } from '@/components/ui/data-table/columns/sort-order'
import type { FollowUpState } from './use-follow-up-state'

/** Filters by assignee and due date. */
export function FollowUpTabs({
  state,
  assigneeName,
  isLoaded,
}: {
  state: FollowUpState
  /** The name of the assignee in the address. */
  assigneeName: string | null
  /** Whether the list itself is loaded, which comes first. */
  isLoaded: boolean
}) {
  const t = useTranslations('review.followUps.tabs')
  const format = useFormatter()
  const { choice, change } = state
  // The list that the tab shows, so that its number is exactly the length of that list.
  const { data } = useInfiniteQuery({
    ...reviewQueries.followUps({ ...state.asked, assignee: 'me' }),
    enabled: isLoaded,
  })
  const isMounted = useMounted()
  const mine = isMounted ? data?.pages[0]?.total : undefined
  const isOverdue = choice.due === 'overdue'
  const { assignee } = choice
  const shown = assignee === undefined || assignee === 'me' || assignee === 'nobody' ? (assignee ?? 'all') : null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label={t('label')}
        value={shown ?? ''}
        onChange={(next) => change({ assignee: next === 'all' ? null : next })}
        options={[
          { value: 'all', label: t('all') },
          {
            value: 'me',
            label: (
              <>
                {t('me')}
                {mine !== undefined && mine > 0 && (
                  <span className="ms-1.5 text-xs text-ink-muted tabular-nums">{format.number(mine)}</span>
                )}
              </>
            ),
          },
          { value: 'nobody', label: t('nobody') },
        ]}
      />
      {shown === null && (
        <Button size="sm" icon={X} onClick={() => change({ assignee: null })}>
          {t('assignee', { name: assigneeName ?? assignee ?? '' })}
        </Button>
      )}
      <Button
        size="sm"
        variant={isOverdue ? 'secondary' : 'ghost'}
        icon={CalendarX2}
        aria-pressed={isOverdue}
        onClick={() => change({ due: isOverdue ? null : 'overdue' })}
      >
        {t('overdue')}
      </Button>
    </div>
  )
}

/** The search and the filters of inspections. `panel`: the filter that is open. */
export function FollowUpFilters({
  state,
  columns,
  errors,
  total,
  panel,
  onPanel,
}: {
  state: FollowUpState
  columns: ReadonlyArray<DataColumn<FollowUp>>
  errors: Readonly<Record<string, string>>
  /** Number of matching follow-ups; null while unknown. */
  total: number | null
  panel: FilterKind | null
  onPanel: (kind: FilterKind | null) => void
}) {
  const t = useTranslations('review.followUps')
  const { list } = state
  const nameOf = useFacetNames(list.params, null)
  const [sheet, setSheet] = useState<FilterKind | 'list' | null>(null)
  const editor = { state: list, nameOf, errors, resolved: undefined }
  return (
    <>
      <div className="flex items-center gap-1.5 lg:flex-wrap">
        <SearchBox state={list} error={errors['q']} />
        <FilterButtons {...editor} open={panel} onOpen={onPanel} />
        <FilterSheet
          {...editor}
          open={sheet}
          onOpen={setSheet}
          count={total === null ? null : t('count', { count: total })}
        />
        <span className="ms-auto flex items-center gap-1.5">
          <PhoneSort state={state} columns={columns} />
          <GroupMenu
            size="md"
            address={{ group: state.group, setGroup: (groupBy) => state.change({ groupBy }) }}
            columns={columns.filter(({ id }) => followUpGroupings.some((known) => known === id))}
          />
        </span>
      </div>
      <Chips
        state={list}
        nameOf={nameOf}
        errors={errors}
        onOpen={(kind) => (matchMedia('(width >= 64rem)').matches ? onPanel(kind) : setSheet(kind))}
      />
    </>
  )
}

/** The order of the list on phones, where cards have no column headers. */
function PhoneSort({ state, columns }: { state: FollowUpState; columns: ReadonlyArray<DataColumn<FollowUp>> }) {
  const describe = useSortTexts()
  return (
    <SortMenu<FollowUpSort>
      value={state.sort}
      sorts={followUpSorts}
      describe={(sort) => {
        const { name, isDescending } = readOrder(sort)
        const column = columns.find(({ id }) => id === name)
        return column?.sort?.describe(isDescending) ?? describe({ label: name }, isDescending)
      }}
      onChange={(sort) => state.change({ sort: sort === '-marked' ? null : sort })}
    />
  )
}
