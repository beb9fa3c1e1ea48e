'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { UserPlus, Users } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Button, ButtonLink } from '@/components/ui/button'
import { RecordName } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { Time } from '@/components/ui/dates/time'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { useMay } from '@/lib/browser/sign-in/actor'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobList, UserJobSummary } from '@/lib/user-jobs/schema'
import { ElsewhereJobs } from './job-elsewhere-list'
import { type JobFilter, JobFilters, useJobColumnFilters, useJobFilter } from './job-filters'
import { JobLength } from './job-length'
import { newUserJobHref, userJobHref } from './job-links'
import { JobKind, JobResult, useJobColumns } from './use-job-columns'
import { UsersTabs } from './users-tabs'

const firstSort = { name: 'started', isDescending: true }
const jobsOf = ({ jobs }: UserJobList) => jobs

const spec = {
  idOf: ({ jobId }) => jobId,
  nameOf: ({ sourceName }) => sourceName,
  hrefOf: ({ jobId }) => userJobHref(jobId),
  second: (job) => (
    <>
      {job.ownerName} · <JobLength job={job} />
    </>
  ),
  card: (job, onClick) => (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <RecordName href={userJobHref(job.jobId)} onClick={onClick}>
          {job.sourceName}
        </RecordName>
        <JobKind job={job} />
        <Time value={job.createdAt} format="smart" className="ms-auto shrink-0 text-xs text-ink-muted" />
      </span>
      <JobResult job={job} />
    </>
  ),
} satisfies RecordSpec<UserJobSummary>

/** All imports and dry runs, newest first: first the jobs of Sightline, then jobs that were started elsewhere. */
export function UserJobsPage() {
  const t = useTranslations('userJobs')
  const mayStart = useMay('user-jobs:write')
  const filter = useJobFilter()
  const query = useInfiniteQuery(userJobQueries.list(filter.asked))
  const columns = useJobColumns()
  const records = useRecords({ name: 'imports', ...usePages(query, jobsOf), columns, firstSort })
  const bulk = useRecordBulk({ records, spec, label: t('list.selection') })
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
      <ViewsBar isInset list="imports" countOf={records.countOf} />
      <JobFilters filter={filter} />
      <RecordSection
        label={t('list.label')}
        texts={{
          search: t('list.search'),
          searchHint: t('list.searchHint'),
          failed: t('list.failed'),
          kept: t('list.kept'),
          noMatch: t('list.noneFound'),
          count: (count, shown) => (shown === null ? t('list.count', { count }) : t('list.found', { shown, count })),
        }}
        query={query}
        records={records}
        spec={spec}
        bulk={bulk}
        filters={useJobColumnFilters(filter)}
        hasPages
        empty={<Nothing filter={filter} mayStart={mayStart} />}
      />
      {/* Sightline cannot fix rows of other imports. */}
      {filter.asked.needs === undefined && <ElsewhereJobs filter={filter} />}
    </div>
  )
}

function Nothing({ filter, mayStart }: { filter: JobFilter; mayStart: boolean }) {
  const t = useTranslations('userJobs.list')
  if (filter.isOn)
    return (
      <EmptyState title={t('noMatch.title')} action={<Button onClick={filter.clear}>{t('actions.all')}</Button>}>
        {t('noMatch.text')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={Users}
      title={t('none.title')}
      {...(mayStart ? { action: <ButtonLink href={newUserJobHref}>{t('actions.import')}</ButtonLink> } : {})}
    >
      {t('none.text')}
    </EmptyState>
  )
}
