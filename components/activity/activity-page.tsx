'use client'

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { FileText, History } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ExportMenu } from '@/components/ui/data-table/records/record-export'
import { useOwnLook } from '@/components/ui/data-table/use-table-look'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListBody } from '@/components/ui/lists/list-body'
import { ListPage } from '@/components/ui/lists/list-page'
import { MenuItem } from '@/components/ui/menu'
import { Skeleton } from '@/components/ui/skeleton'
import { activityColumns } from '@/lib/activity/columns'
import { activityFileHref, activityQueries } from '@/lib/activity/queries'
import type { ActivityCounts, ActivityFormat } from '@/lib/activity/schema'
import { useZone } from '@/lib/browser/preferences/zone'
import { saveFrom } from '@/lib/browser/save-file'
import type { Translator } from '@/lib/messages/translator'
import { ActivityFilters } from './activity-filters'
import { ActivityGrid } from './activity-grid'
import { isOpenEntry } from './outcome'
import { type ActivityFilterId, useActivityColumns } from './use-activity-columns'
import { useActivityState } from './use-activity-state'

/** Entries without an outcome get one later, and not every change sends an event. */
const openPollMs = 3_000

/** The activity log. Steps of a bulk change are in the preview of the entry that started it. `views`: its saved views. */
export function ActivityPage({ views }: { views?: ReactNode }) {
  const t = useTranslations('activity')
  const state = useActivityState()
  const look = useOwnLook('activity', activityColumns)
  const columns = useActivityColumns()
  const [openFilter, setOpenFilter] = useState<ActivityFilterId | null>(null)
  const { zone } = useZone()
  const query = useInfiniteQuery({
    ...activityQueries.page(state.filter),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ entries }) => entries.some(isOpenEntry)) === true ? openPollMs : false,
  })
  const { data, error, isPlaceholderData, hasNextPage, isFetching } = query
  const entries = useMemo(() => data?.pages.flatMap((page) => page.entries) ?? [], [data])
  const counts = data?.pages[0]?.counts ?? null
  const key = JSON.stringify(state.filter)
  const [rowsKey, setRowsKey] = useState(key)
  if (!isPlaceholderData && rowsKey !== key) setRowsKey(key)
  const save = (format: ActivityFormat) =>
    saveFrom(
      activityFileHref(
        { tz: zone, ...state.filter },
        // JSON Lines files always have all fields.
        { format, columns: format === 'jsonl' ? null : look.shown.map(({ id }) => id).join(',') },
      ),
    )
  return (
    <ListPage
      title={t('title')}
      views={views}
      description={t('description')}
      count={
        <p aria-live="polite" className="shrink-0 text-sm text-ink-muted tabular-nums">
          {counts === null ? (
            error === null && <Skeleton className="h-3 w-24" />
          ) : (
            <span className={isPlaceholderData ? 'opacity-50' : ''}>{writeCounts(t, counts, state.isFiltered)}</span>
          )}
        </p>
      }
      actions={
        <ExportMenu
          rows={counts?.exported.isExact === true ? counts.exported.total : null}
          columns={look.shown.length}
          onSave={save}
        >
          <MenuItem icon={FileText} onSelect={() => save('jsonl')}>
            {t('actions.jsonl')}
          </MenuItem>
        </ExportMenu>
      }
      tools={<ActivityFilters state={state} open={openFilter} onOpen={setOpenFilter} />}
    >
      <ListBody
        list={{
          total: data === undefined ? null : entries.length,
          isOld: isPlaceholderData,
          error,
          isFetching,
          retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
        }}
        failed={t('failed')}
        above={{ kept: t('loadedEarlier'), lost: t('noneLost') }}
        empty={
          data !== undefined && entries.length === 0 && <Nothing isFiltered={state.isFiltered} onClear={state.clear} />
        }
      >
        <ActivityGrid
          // Another list starts at its top.
          key={rowsKey}
          entries={entries}
          state={state}
          onFilter={setOpenFilter}
          columns={columns}
          look={look}
          isLoaded={data !== undefined}
          hasMore={hasNextPage}
          onMore={isFetching || error !== null ? null : () => void query.fetchNextPage()}
        />
      </ListBody>
    </ListPage>
  )
}

const yesNo = (is: boolean) => (is ? 'yes' : 'no')

/** "37 of 12,904 entries" */
function writeCounts(t: Translator<'activity'>, { matching, all }: ActivityCounts, isFiltered: boolean): string {
  return isFiltered
    ? t('counts.matching', {
        isExact: yesNo(matching.isExact),
        matching: matching.total,
        isTotalExact: yesNo(all.isExact),
        total: all.total,
      })
    : t('counts.all', { isExact: yesNo(all.isExact), total: all.total })
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const t = useTranslations('activity')
  return isFiltered ? (
    <EmptyState
      title={t('empty.filteredTitle')}
      action={<Button onClick={onClear}>{t('actions.showEverything')}</Button>}
    >
      {t('empty.filtered')}
    </EmptyState>
  ) : (
    <EmptyState icon={History} title={t('empty.title')}>
      {t('empty.text')}
    </EmptyState>
  )
}
