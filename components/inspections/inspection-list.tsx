'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { writeQueueHref } from '@/components/review/session/queue-address'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { loadingGroups } from '@/components/ui/data-table/groups/loading-groups'
import { ButtonLink } from '@/components/ui/button'
import { keepListAddress } from '@/lib/browser/lists/list-address'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'
import { inspectionQueries } from '@/lib/inspections/queries'
import { Chips } from '@/components/filters/chips'
import { ExportButton } from './bulk/export-button'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterPanels, useFilterKeys, useFilterPanel } from '@/components/filters/filter-bar'
import { RefusedFilter } from '@/components/filters/late-empty'
import { readRefusals } from '@/components/filters/filter-errors'
import { CountLine, describeCount, type ListCount } from './filter-notices'
import { SortMenu } from '@/components/filters/filter-sort'
import { GroupButton } from './group-button'
import { ReadingNote } from './reading-note'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { ShownRows, type ShownListProps } from './shown-rows'
import { SearchBox } from '@/components/filters/search-box'
import { useInspectionRows } from './use-inspection-rows'
import { type ListState, useListState } from '@/components/filters/use-list-state'
import { ListPage } from '@/components/ui/lists/list-page'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'

const groups = onDemand(() => import('./grid/grouped-list'))

const GroupedList = lateComponent(groups, (loaded) => loaded.GroupedList, undefined, loadingGroups)

/** The inspections that match the filters of the address. */
export function InspectionList() {
  const t = useTranslations('inspections')
  const countText = useTranslations('inspections.count')
  const state = useListState()
  const list = useShownList(state)
  const counts = useQuery(inspectionQueries.counts(state.params))
  const nameOf = useFacetNames(state.params, counts.data?.facets ?? null)
  const errors = readRefusals(list.error)
  const { panel, setPanel, open } = useFilterPanel()
  const [freshSlot, setFreshSlot] = useState<HTMLElement | null>(null)
  useFilterKeys(state, open)
  useKeptAddress()

  const exact = counts.isPlaceholderData ? undefined : counts.data
  const known = exact ?? list.head
  const count: ListCount = {
    total: known?.total ?? null,
    totalAll: known?.totalAll ?? null,
    isExact: exact !== undefined || (known?.totalIsExact ?? false),
    isOld: list.isOld && exact === undefined,
  }
  const editor = { state, nameOf, errors, resolved: list.isOld ? undefined : list.head?.resolved }
  return (
    <ListPage
      title={t('title')}
      views={<ViewsBar />}
      about={<ConnectedAccountInfo of="inspections" />}
      count={
        <>
          {/* The number of new rows. */}
          <span ref={setFreshSlot} className="contents" />
          <CountLine count={count} isFiltered={state.isFiltered} hasFailed={list.error !== null} />
          <ReadingNote params={list.params} total={count.total} />
        </>
      }
      tools={
        <>
          <div className="flex flex-wrap items-center gap-1.5">
            {/* On phones the search has its own line; otherwise the text would be too narrow to read. */}
            <div className="flex min-w-0 flex-1 basis-40 max-sm:basis-full xl:max-w-xl">
              <SearchBox state={state} error={errors['q']} />
            </div>
            <FilterPanels
              {...editor}
              panel={panel}
              setPanel={setPanel}
              count={count.isOld ? null : describeCount(countText, count, state.isFiltered)}
            />
            <SortMenu state={state} />
            <GroupButton state={state} />
            <div className="flex shrink-0 items-center gap-1.5 lg:ms-auto">
              {count.total !== 0 && (
                <ButtonLink
                  href={writeQueueHref(state.params)}
                  icon={ListChecks}
                  prefetch={false}
                  className="max-lg:px-2"
                >
                  <span className="max-lg:sr-only">{t('actions.review')}</span>
                </ButtonLink>
              )}
              <ExportButton
                params={state.params}
                columns={state.columns}
                group={state.group}
                total={count.isOld ? null : count.total}
              />
            </div>
          </div>
          <Chips state={state} nameOf={nameOf} errors={errors} onOpen={open} />
        </>
      }
    >
      {Object.keys(errors).length > 0 ? (
        <RefusedFilter state={state} nameOf={nameOf} errors={errors} />
      ) : (
        // A new list starts at its top, without an active row.
        <ShownList
          key={`${list.filterKey} ${state.group}`}
          state={state}
          nameOf={nameOf}
          list={list}
          freshSlot={freshSlot}
          onFilter={(kind) => setPanel({ kind, isSheet: false })}
        />
      )}
    </ListPage>
  )
}

/**
 * The list on screen: the previous one until the first rows of the new one are loaded, so that typing into the search
 * does not flicker.
 */
function useShownList({ params, filterKey }: ListState) {
  const first = useQuery({ ...inspectionQueries.block(params, 0), placeholderData: keepPreviousData })
  const [shown, setShown] = useState({ params, filterKey })
  const isReady = first.isError || (first.isSuccess && !first.isPlaceholderData)
  if (isReady && shown.filterKey !== filterKey) setShown({ params, filterKey })
  const isOld = shown.filterKey !== filterKey
  return { ...shown, isOld, head: first.data, error: isReady ? first.error : null }
}

function ShownList(props: ShownListProps) {
  return props.state.group === null ? <PlainList {...props} /> : <GroupedList {...props} group={props.state.group} />
}

/** The rows in the order of the list. */
function PlainList(props: ShownListProps) {
  const [viewport, setViewport] = useViewport()
  const [knownTotal, setKnownTotal] = useState(0)
  const { first, end } = computeWindow({
    scrollTop: viewport.scrollTop,
    viewportHeight: viewport.height,
    rowHeight: viewport.rowHeight,
    total: knownTotal,
  })
  const rows = useInspectionRows(props.list.params, first, end)
  if (rows.total !== null && rows.total !== knownTotal) setKnownTotal(rows.total)
  return <ShownRows {...props} rows={rows} viewport={viewport} onViewport={setViewport} />
}

/** Remembers the address of the list, for the way back from an inspection. */
function useKeptAddress() {
  const search = useSearchParams()?.toString()
  useEffect(() => {
    // The original text, because the parsed one is less readable.
    if (search !== undefined) keepListAddress(location.search)
  }, [search])
}
