'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import type { ElsewhereJob } from '@/lib/user-jobs/elsewhere-schema'
import type { JobFilter } from './job-filters'
import { elsewhereJobHref } from './job-links'
import { useElsewhereJobs } from './job-progress'
import { describeElsewhere, toneOfElsewhere } from './job-texts'

/** Jobs that Sightline did not start: from SafetyCulture's own screens, scripts or another console. */
export function ElsewhereJobs({ filter }: { filter: JobFilter }) {
  const t = useTranslations('userJobs.elsewhere')
  const { data, error, isPending, isFetching, refetch } = useElsewhereJobs()
  const jobs = data?.jobs.filter((job) => isAsked(job, filter)) ?? []
  return (
    <section aria-labelledby="elsewhere" className="mt-4 flex flex-col gap-2">
      <h2 id="elsewhere" className="font-semibold">
        {t('title')}
      </h2>
      <p className="-mt-2 text-sm text-ink-muted">{t('description')}</p>
      {isPending && error === null && (
        <div aria-busy className="flex flex-col gap-4 rounded border border-line bg-surface p-4">
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title={t('listFailed')}
          kept={t('listKept')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data !== undefined && data.note !== null && (
        <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2 text-sm">
          {data.note}
        </p>
      )}
      {data !== undefined && data.note === null && jobs.length === 0 && (
        <p className="rounded border border-line bg-surface px-4 py-3 text-sm text-ink-muted">
          {data.jobs.length === 0 ? t('none') : t('noMatch')}
        </p>
      )}
      {jobs.length > 0 && (
        <ul aria-label={t('label')} className="divide-y divide-line rounded border border-line bg-surface">
          {jobs.map((job) => (
            <ElsewhereRow key={job.remoteId} job={job} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** If SafetyCulture does not say whether a job is an import or a dry run, the job is listed under both. */
function isAsked({ phase, isCheck }: ElsewhereJob, { asked }: JobFilter): boolean {
  const isOfKind = asked.kind === undefined || isCheck === null || isCheck === (asked.kind === 'check')
  return isOfKind && (asked.phase.length === 0 || asked.phase.includes(phase))
}

function ElsewhereRow({ job }: { job: ElsewhereJob }) {
  const states = useTranslations('userJobStates')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            href={elsewhereJobHref(job.remoteId)}
            className="truncate font-mono text-sm hover:underline"
            title={job.remoteId}
          >
            {job.remoteId}
          </Link>
          {job.isCheck !== null && (
            <Badge icon={null} tone={job.isCheck ? 'accent' : 'neutral'} className="shrink-0">
              {states(job.isCheck ? 'kinds.check' : 'kinds.run')}
            </Badge>
          )}
        </p>
        <p className="text-sm text-ink-muted">
          <ElsewhereStart job={job} />
        </p>
      </div>
      <div className="flex w-96 min-w-0 flex-col gap-1 max-sm:w-full">
        <Badge tone={toneOfElsewhere(job)} className="self-start">
          {describeElsewhere(states, job)}
        </Badge>
        {job.state !== null && job.phase !== 'unknown' && (
          <code className="truncate font-mono text-xs text-ink-muted">{job.state}</code>
        )}
      </div>
    </li>
  )
}

/** When a job was started and by whom, if SafetyCulture says so. */
export function ElsewhereStart({ job: { createdAt, by } }: { job: Pick<ElsewhereJob, 'createdAt' | 'by'> }) {
  const t = useTranslations('userJobs.elsewhere')
  if (createdAt === null) return by === null ? t('unknownTime') : t('unknownTimeBy', { person: by })
  const time = () => <Time value={createdAt} format="smart" />
  return by === null ? t.rich('time', { time }) : t.rich('timeBy', { time, person: by })
}
