'use client'

import { useId, useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useCrumb } from '@/lib/browser/crumb'
import { formatCount } from '@/lib/browser/numbers'
import { userJobHref } from './job-links'
import { useElsewhereJob } from './job-progress'
import { RowDialog } from './job-row-dialog'
import { RowList } from './job-row-list'
import { describeElsewhere, toneOfElsewhere } from './job-words'

/** A job that was started elsewhere: all that the service returns about it, read-only. */
export function ElsewhereJobPage({ remoteId }: { remoteId: string }) {
  const headId = useId()
  const [opened, setOpened] = useState<number | null>(null)
  const { data: job, error, isFetching, refetch } = useElsewhereJob(remoteId)
  useCrumb('Started elsewhere')
  const row = job?.rows.find(({ position }) => position === opened)
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title="Job started elsewhere"
        description={
          <>
            <code className="font-mono text-xs wrap-anywhere select-all">{remoteId}</code>
            {job !== undefined && (
              <span className="block">
                {job.isCheck === null
                  ? 'Whether it is a check is not told'
                  : job.isCheck
                    ? 'A check: nothing is changed by it'
                    : 'A run'}
                , {job.createdAt === null ? 'time not told' : <Time value={job.createdAt} format="smart" />}
                {job.by === null ? '' : ` by ${job.by}`}
              </span>
            )}
          </>
        }
        actions={<ButtonLink href={userJobHref()}>All jobs</ButtonLink>}
      />
      {error !== null && (
        <ErrorNotice
          tone={job === undefined ? 'bad' : 'attention'}
          error={error}
          title="The service did not tell of this job"
          kept={job === undefined ? 'The job itself is not concerned.' : 'What stands below was read before.'}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {job === undefined && error === null && (
        <div aria-busy className="flex flex-col gap-3">
          <Skeleton className="h-5 w-2/5" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {job !== undefined && (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={toneOfElsewhere(job)} className="text-sm!">
              {describeElsewhere(job)}
            </Badge>
            {job.state !== null && job.phase !== 'unknown' && (
              <code className="font-mono text-xs text-ink-muted">{job.state}</code>
            )}
          </p>
          <section aria-labelledby={headId} className="flex flex-col gap-2">
            <h2 id={headId} className="font-semibold">
              Rows <span className="font-normal text-ink-muted tabular-nums">{formatCount(job.rows.length)}</span>
            </h2>
            {job.rows.length === 0 ? (
              <EmptyState title="The service tells no users of it" className="rounded border border-line bg-surface">
                Its own screens, or the e-mail that it sent to whoever started the job, may tell more.
              </EmptyState>
            ) : (
              <RowList rows={job.rows} total={job.rows.length} onOpen={setOpened} />
            )}
          </section>
          <details className="text-sm">
            <summary className="cursor-pointer text-ink-muted">All that the service tells of it</summary>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto rounded border border-line bg-surface p-3 font-mono text-xs"
            >
              {JSON.stringify({ ...job, rows: job.rows.slice(0, 20) }, null, 2)}
            </pre>
          </details>
        </>
      )}
      {row !== undefined && <RowDialog row={row} header={[]} onClose={() => setOpened(null)} />}
    </div>
  )
}
