'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileDown, FolderDown, RotateCw } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
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
import { useToast } from '@/components/ui/toast'
import { useCrumb } from '@/lib/browser/crumb'
import { describeError } from '@/lib/browser/describe-error'
import { inspectionHref } from '@/lib/browser/routes'
import { exportCalls, exportQueries } from '@/lib/exports/queries'
import type { ExportFile, ExportJob } from '@/lib/exports/schema'
import { ElsewhereDialog } from './elsewhere-dialog'
import { JobActions } from './job-actions'
import { exportHref } from './links'
import { FileFacts } from './file-facts'
import { useDownload } from './use-download'
import { useDownloadAll } from './use-download-all'
import { describeJob, stateTones, titleOfJob, toneOfJob } from './texts'

/** One export with all its documents. */
export function ExportJobPage({ jobId }: { jobId: string }) {
  const t = useTranslations('exports')
  const router = useRouter()
  const { data: job, error, isFetching, refetch } = useQuery(exportQueries.job(jobId))
  useCrumb(job === undefined ? null : titleOfJob(t, job))
  if (job === undefined)
    return (
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PageHeader title={t('job.title')} />
        {error === null ? (
          <div aria-busy className="flex flex-col gap-3">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        ) : (
          <ErrorNotice
            error={error}
            title={t('job.failure.load')}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        <ButtonLink href={exportHref()} className="self-start">
          {t('job.actions.all')}
        </ButtonLink>
      </div>
    )
  const requestedAt = <Time value={job.createdAt} format="smart" />
  const cancelledAt = <Time value={job.cancelledAt ?? ''} format="smart" />
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={titleOfJob(t, job)}
        description={
          <span>
            {t.rich(job.isMine ? 'job.requestedByYou' : 'job.requestedBy', {
              format: t(`format.${job.format}`),
              name: job.ownerName,
              time: () => requestedAt,
            })}
          </span>
        }
        actions={
          <>
            <DownloadAll job={job} />
            <JobActions job={job} onForgotten={() => router.push(exportHref())} />
          </>
        }
      />
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title={t('job.failure.refresh')}
          kept={t('kept')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      <div className="flex max-w-xl flex-col gap-1">
        <output>
          <Badge tone={toneOfJob(job)}>{describeJob(t, job)}</Badge>
        </output>
        {job.open > 0 && <ProgressBar value={job.total - job.open} max={job.total} />}
        {job.cancelledAt !== null && (
          <p className="text-sm text-ink-muted">{t.rich('job.cancelledAt', { time: () => cancelledAt })}</p>
        )}
      </div>
      <Files job={job} />
    </div>
  )
}

/** Downloads what is ready: one document by itself, several as a zip. */
function DownloadAll({ job }: { job: ExportJob }) {
  const t = useTranslations('exports')
  const { downloadAll, isPending, done } = useDownloadAll()
  if (job.total === 1 || job.ready === 0) return null
  return (
    <Button variant="primary" icon={FolderDown} busy={isPending} onClick={() => downloadAll([job])}>
      {isPending
        ? t('zip.progress', { done, count: job.ready })
        : t(job.ready === job.total ? 'zip.actions.all' : 'zip.actions.ready', { count: job.ready })}
    </Button>
  )
}

const filters = ['all', 'ready', 'trouble', 'open'] as const

function belongs(file: ExportFile, filter: (typeof filters)[number]): boolean {
  if (filter === 'ready') return file.state === 'ready'
  if (filter === 'trouble') return file.state === 'failed' || file.state === 'unknown' || file.state === 'cancelled'
  if (filter === 'open') return file.state === 'waiting' || file.state === 'starting' || file.state === 'running'
  return true
}

function Files({ job }: { job: ExportJob }) {
  const t = useTranslations('exports.files')
  const [filter, setFilter] = useQueryState('show', parseAsStringLiteral(filters).withDefault('all'))
  const { download, busy, elsewhere, forget } = useDownload()
  const files = job.files.filter((file) => belongs(file, filter))
  const troubled = job.failed + job.unknown + job.cancelled
  return (
    <>
      {job.total > 1 && (
        <Segmented
          label={t('filter.label')}
          value={filter}
          onChange={(next) => void setFilter(next)}
          options={[
            { value: 'all', label: t('filter.all', { count: job.total }) },
            { value: 'ready', label: t('filter.ready', { count: job.ready }) },
            { value: 'trouble', label: t('filter.trouble', { count: troubled }) },
            { value: 'open', label: t('filter.open', { count: job.open }) },
          ]}
        />
      )}
      {files.length === 0 ? (
        <EmptyState title={t('none.title')} className="rounded border border-line bg-surface">
          {t('none.text')}
        </EmptyState>
      ) : (
        <ul
          aria-label={t('label')}
          className="gap-x-4 divide-y divide-line rounded border border-line bg-surface sm:grid sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]"
        >
          {files.map((file) => (
            <FileRow
              key={file.position}
              job={job}
              file={file}
              isBusy={busy === file.position}
              onDownload={() => download(job.jobId, file.position)}
            />
          ))}
        </ul>
      )}
      <ElsewhereDialog elsewhere={elsewhere} onClose={forget} />
    </>
  )
}

function FileRow({
  job,
  file,
  isBusy,
  onDownload,
}: {
  job: ExportJob
  file: ExportFile
  isBusy: boolean
  onDownload: () => void
}) {
  const t = useTranslations('exports')
  const name = file.title ?? file.auditId
  const { state } = file
  const mayRetry = job.mayChange && (state === 'failed' || state === 'unknown' || state === 'cancelled')
  return (
    // Columns as wide as their longest text, in any language.
    <li className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 sm:grid sm:grid-cols-subgrid">
      <div className="min-w-0 flex-1 basis-64">
        <Link href={inspectionHref(file.auditId)} className="block truncate hover:underline">
          {name}
        </Link>
        <FileFacts file={file} />
        {file.note !== null && <p className="text-sm wrap-anywhere text-ink-muted">{file.note}</p>}
      </div>
      <span className="shrink-0">
        <Badge tone={stateTones[state]}>{t(`state.${state}`)}</Badge>
      </span>
      <span className="min-w-28 shrink-0 text-sm text-ink-muted max-sm:hidden">
        {file.finishedAt !== null && <Time value={file.finishedAt} format="smart" />}
      </span>
      <div className="flex min-w-28 justify-end max-sm:ms-auto">
        {state === 'ready' && (
          <Button
            size="sm"
            icon={FileDown}
            busy={isBusy}
            onClick={onDownload}
            aria-label={t('files.downloadNamed', { name })}
          >
            {t('files.actions.download')}
          </Button>
        )}
        {mayRetry && <RetryFile jobId={job.jobId} file={file} name={name} />}
      </div>
    </li>
  )
}

function RetryFile({ jobId, file, name }: { jobId: string; file: ExportFile; name: string }) {
  const t = useTranslations('exports.files')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      exportCalls.retry(jobId, { states: ['failed', 'unknown', 'cancelled'], positions: [file.position] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: exportQueries.all }),
    onError: (error) => toast.show({ tone: 'bad', title: t('notRetried'), description: describeError(error).message }),
  })
  return (
    <Button size="sm" icon={RotateCw} busy={isPending} onClick={() => mutate()} aria-label={t('retryNamed', { name })}>
      {t('actions.retry')}
    </Button>
  )
}
