'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { listPath } from '@/lib/browser/routes'
import { exportQueries } from '@/lib/exports/queries'
import { exportScopes, type ExportJobSummary, type ExportScope } from '@/lib/exports/schema'
import { ElsewhereDialog } from './elsewhere-dialog'
import { JobActions } from './job-actions'
import { exportHref } from './links'
import { useDownload } from './use-download'
import { countDocuments, describeJob, formatNames, toneOfJob } from './words'

const scopes = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everyone’s' },
] as const

/** All exports, the newest first, each with how far it is and what can be done with it. */
export function ExportsPage() {
  const [scope, setScope] = useQueryState('show', parseAsStringLiteral(exportScopes).withDefault('mine'))
  const { data, error, isPending, isFetching, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(exportQueries.list(scope))
  const { download, busy, elsewhere, forget } = useDownload()
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? []
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Exports"
        actions={
          <Segmented
            label="Whose exports"
            className="w-52"
            value={scope}
            options={scopes}
            onChange={(next) => void setScope(next)}
          />
        }
      />
      <p className="-mt-3 text-sm text-ink-muted">
        PDF and Word documents that the inspection service makes. They stay there for a while, and in this list for 90
        days.
      </p>
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The exports could not be read"
          kept={data === undefined ? '' : 'What stands below was read before.'}
          tone={data === undefined ? 'bad' : 'attention'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {isPending && error === null && <Waiting />}
      {data !== undefined && jobs.length === 0 && <Nothing scope={scope} />}
      {jobs.length > 0 && (
        <ul aria-label="Exports" className="divide-y divide-line rounded border border-line bg-surface">
          {jobs.map((job) => (
            <JobRow key={job.jobId} job={job} isBusy={busy !== null} onDownload={() => download(job.jobId, 0)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="self-center" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older ones
        </Button>
      )}
      <ElsewhereDialog elsewhere={elsewhere} onClose={forget} />
    </div>
  )
}

/** What a job is of: the one inspection's title, or how many there are. */
export function titleOfJob({ single, total, format }: ExportJobSummary): string {
  if (single === null) return `${countDocuments(total)} (${formatNames[format]})`
  return single.title ?? single.auditId
}

function JobRow({ job, isBusy, onDownload }: { job: ExportJobSummary; isBusy: boolean; onDownload: () => void }) {
  const { single } = job
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <Link href={exportHref(job.jobId)} className="truncate font-medium hover:underline">
            {titleOfJob(job)}
          </Link>
          {single !== null && <Badge icon={null}>{formatNames[job.format]}</Badge>}
        </p>
        <p className="text-sm text-ink-muted">
          <Time value={job.createdAt} format="smart" />
          {job.isMine ? '' : ` by ${job.ownerName}`}
        </p>
        {single?.note != null && <p className="text-sm wrap-anywhere text-ink-muted">{single.note}</p>}
      </div>
      <div className="flex w-60 min-w-0 flex-col gap-1 max-sm:w-auto max-sm:flex-1">
        <Badge tone={toneOfJob(job)} className="self-start">
          {describeJob(job)}
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
            aria-label={`Download ${titleOfJob(job)}`}
          >
            Download
          </Button>
        ) : (
          single === null && (
            <ButtonLink size="sm" href={exportHref(job.jobId)} aria-label={`Show ${titleOfJob(job)}`}>
              Show
            </ButtonLink>
          )
        )}
        <JobActions job={job} isCompact />
      </div>
    </li>
  )
}

function Nothing({ scope }: { scope: ExportScope }) {
  return (
    <EmptyState
      icon={FileDown}
      title={scope === 'mine' ? 'You have exported nothing lately' : 'Nobody has exported anything lately'}
      action={<ButtonLink href={listPath}>Go to inspections</ButtonLink>}
      className="rounded border border-line bg-surface"
    >
      Open an inspection and choose Export, or select several in the list.
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
