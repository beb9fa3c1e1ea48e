'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail, UserJobRow } from '@/lib/user-jobs/schema'
import { RowDialog } from './job-row-dialog'
import { RowList } from './job-row-list'
import { useRowsFilter } from './job-rows-filter'
import { describeReason, labelGroup, rowGroups, statesOfGroup, type RowGroup } from './job-row-texts'

/** The result of each user, filtered by outcome and reason. */
export function JobRows({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs')
  const headId = useId()
  const { group, reason, setGroup, setReason } = useRowsFilter()
  const countOf = (name: RowGroup) =>
    name === 'all' ? job.total : statesOfGroup[name].reduce((sum, state) => sum + job.rows[state], 0)
  const options = rowGroups
    .filter((name) => name === 'all' || name === group || countOf(name) > 0)
    .map((name) => ({ value: name, label: labelGroup(t, name, job.kind, countOf(name)) }))
  return (
    <section aria-labelledby={headId} className="flex flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        {t('rows.title')}
      </h2>
      {(options.length > 2 || group !== 'all' || reason !== null) && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="-m-1 max-w-full overflow-x-auto p-1">
            <Segmented label={t('rows.groupLabel')} value={group} options={options} onChange={setGroup} />
          </div>
          {reason !== null && (
            <Button
              size="sm"
              icon={X}
              onClick={() => setReason(null)}
              aria-label={t('rows.actions.clearReason', { reason: describeReason(t, reason) })}
            >
              {describeReason(t, reason)}
            </Button>
          )}
        </div>
      )}
      <FoundRows key={`${group} ${reason}`} job={job} group={group} reason={reason} />
    </section>
  )
}

function FoundRows({ job, group, reason }: { job: UserJobDetail; group: RowGroup; reason: string | null }) {
  const t = useTranslations('userJobs.rows')
  const [opened, setOpened] = useState<UserJobRow | null>(null)
  const {
    data,
    error,
    isPending,
    isFetching,
    refetch,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
  } = useInfiniteQuery(
    userJobQueries.rows(job.jobId, { state: statesOfGroup[group], ...(reason === null ? {} : { reason }) }),
  )
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  const total = Math.max(rows.length, hasNextPage ? (data?.pages.at(-1)?.total ?? 0) : 0)
  return (
    <>
      {error !== null && (
        <ErrorNotice
          error={error}
          tone={data === undefined ? 'bad' : 'attention'}
          title={isFetchNextPageError ? t('moreFailed') : t('failed')}
          kept={data === undefined ? t('kept') : t('keptShown')}
          onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
      )}
      {data !== undefined && rows.length === 0 && (
        <EmptyState title={t('none.title')} className="rounded border border-line bg-surface">
          {t('none.text')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <RowList
          rows={rows}
          total={total}
          onEnd={() => {
            if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
          }}
          onOpen={(position) => setOpened(rows.find((row) => row.position === position) ?? null)}
        />
      )}
      {opened !== null && <RowDialog row={opened} header={job.header} onClose={() => setOpened(null)} />}
    </>
  )
}
