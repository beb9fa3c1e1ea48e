'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { inspectionHref, listPath } from '@/lib/browser/routes'
import { exportQueries } from '@/lib/exports/queries'
import { exportScopes, type ExportJobSummary, type ExportScope } from '@/lib/exports/schema'
import { ElsewhereDialog } from './elsewhere-dialog'
import { FileFacts } from './file-facts'
import { JobActions } from './job-actions'
import { exportHref } from './links'
import { useDownload } from './use-download'
import { describeJob, titleOfJob, toneOfJob } from './texts'

/** All exports with their state and actions, newest first. */
export function ExportsPage() {
  const t = useTranslations('exports')
  const [scope, setScope] = useQueryState('show', parseAsStringLiteral(exportScopes).withDefault('mine'))
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(exportQueries.list(scope))
  const { download, busy, elsewhere, forget } = useDownload()
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('title')}
        actions={
          <Segmented
            label={t('scope.label')}
            value={scope}
            options={exportScopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
            onChange={(next) => void setScope(next)}
          />
        }
      />
      <p className="-mt-3 text-sm text-ink-muted">{t('description')}</p>
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('notLoaded')}
          kept={data === undefined ? '' : t('kept')}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && <Waiting />}
      {data !== undefined && jobs.length === 0 && <Nothing scope={scope} />}
      {jobs.length > 0 && (
        <ul aria-label={t('title')} className="divide-y divide-line rounded border border-line bg-surface">
          {jobs.map((job) => (
            <JobRow key={job.jobId} job={job} isBusy={busy !== null} onDownload={() => download(job.jobId, 0)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('actions.showOlder')}
        </Button>
      )}
      <ElsewhereDialog elsewhere={elsewhere} onClose={forget} />
    </div>
  )
}

function JobRow({ job, isBusy, onDownload }: { job: ExportJobSummary; isBusy: boolean; onDownload: () => void }) {
  const t = useTranslations('exports')
  const { single } = job
  const name = titleOfJob(t, job)
  const startedAt = <Time value={job.createdAt} format="smart" />
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <Link href={exportHref(job.jobId)} className="truncate font-medium hover:underline">
            {name}
          </Link>
          {single !== null && (
            <>
              <Badge icon={null}>{t(`format.${job.format}`)}</Badge>
              <Link
                href={inspectionHref(single.auditId)}
                prefetch={false}
                aria-label={t('inspectionNamed', { name })}
                className="shrink-0 text-sm text-accent-ink hover:underline"
              >
                {t('inspection')}
              </Link>
            </>
          )}
        </p>
        <p className="text-sm text-ink-muted">
          {job.isMine ? startedAt : t.rich('startedBy', { name: job.ownerName, time: () => startedAt })}
        </p>
        {single !== null && <FileFacts file={single} />}
        {single?.note != null && <p className="text-sm wrap-anywhere text-ink-muted">{single.note}</p>}
      </div>
      <div className="flex w-60 min-w-0 flex-col gap-1 max-sm:w-auto max-sm:flex-1">
        <Badge tone={toneOfJob(job)} className="self-start">
          {describeJob(t, job)}
        </Badge>
        {job.total > 1 && job.open > 0 && <ProgressBar value={job.total - job.open} max={job.total} />}
      </div>
      <div className="flex min-w-36 justify-end gap-2 max-sm:min-w-0">
        {single?.state === 'ready' ? (
          <Button
            size="sm"
            icon={FileDown}
            busy={isBusy}
            onClick={onDownload}
            aria-label={t('files.downloadNamed', { name })}
          >
            {t('files.actions.download')}
          </Button>
        ) : (
          single === null && (
            <ButtonLink size="sm" href={exportHref(job.jobId)} aria-label={t('showNamed', { name })}>
              {t('actions.show')}
            </ButtonLink>
          )
        )}
        <JobActions job={job} isCompact />
      </div>
    </li>
  )
}

function Nothing({ scope }: { scope: ExportScope }) {
  const t = useTranslations('exports.empty')
  return (
    <EmptyState
      icon={FileDown}
      title={t(`title.${scope}`)}
      action={<ButtonLink href={listPath}>{t('actions.open')}</ButtonLink>}
      className="rounded border border-line bg-surface"
    >
      {t('text')}
    </EmptyState>
  )
}

function Waiting() {
  return (
    <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="h-4 w-3/5" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  )
}
