'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useMay } from '@/lib/browser/sign-in/actor'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { ElsewhereJobs } from './job-elsewhere-list'
import { JobFilters, useJobFilter } from './job-filters'
import { newUserJobHref } from './job-links'
import { JobListRow } from './job-list-row'
import { UsersTabs } from './users-tabs'

/** All imports and dry runs, newest first: those of Sightline, then those started elsewhere. */
export function UserJobsPage() {
  const t = useTranslations('userJobs')
  const mayStart = useMay('user-jobs:write')
  const filter = useJobFilter()
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(userJobQueries.list(filter.asked))
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        description={mayStart ? t('list.description') : t('list.readOnly')}
        actions={
          mayStart ? (
            <ButtonLink href={newUserJobHref} variant="primary" icon={UserPlus}>
              {t('list.actions.import')}
            </ButtonLink>
          ) : (
            <Button disabled icon={UserPlus} title={t('list.startDenied')}>
              {t('list.actions.import')}
            </Button>
          )
        }
      />
      <UsersTabs />
      <JobFilters filter={filter} />
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('list.failed')}
          kept={data === undefined ? t('list.kept') : t('list.keptShown')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {data !== undefined &&
        jobs.length === 0 &&
        (filter.isOn ? (
          <EmptyState
            title={t('list.noMatch.title')}
            action={<Button onClick={filter.clear}>{t('list.actions.all')}</Button>}
            className="rounded border border-line bg-surface"
          >
            {t('list.noMatch.text')}
          </EmptyState>
        ) : (
          <EmptyState
            icon={Users}
            title={t('list.none.title')}
            {...(mayStart ? { action: <ButtonLink href={newUserJobHref}>{t('list.actions.import')}</ButtonLink> } : {})}
            className="rounded border border-line bg-surface"
          >
            {t('list.none.text')}
          </EmptyState>
        ))}
      {jobs.length > 0 && (
        <ul aria-label={t('list.label')} className="divide-y divide-line rounded border border-line bg-surface">
          {jobs.map((job) => (
            <JobListRow key={job.jobId} job={job} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('list.actions.older')}
        </Button>
      )}
      <ElsewhereJobs filter={filter} />
    </div>
  )
}
