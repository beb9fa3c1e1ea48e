'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { useCrumb } from '@/lib/browser/crumb'
import { ElsewhereStart } from './job-elsewhere-list'
import { userJobHref } from './job-links'
import { useElsewhereJob } from './job-progress'
import { RowTable } from './job-row-table'
import { describeElsewhere, toneOfElsewhere } from './job-texts'

const noHeader: readonly string[] = []

/** A job that was started elsewhere: everything that SafetyCulture returns about it, read-only. */
export function ElsewhereJobPage({ remoteId }: { remoteId: string }) {
  const t = useTranslations('userJobs')
  const states = useTranslations('userJobStates')
  const format = useFormatter()
  const headId = useId()
  const { data: job, error, isFetching, refetch } = useElsewhereJob(remoteId)
  useCrumb(t('elsewhere.title'))
  return (
    <div className="flex flex-col gap-4 p-4 sm:p-6">
      <PageHeader
        title={t('elsewhere.pageTitle')}
        description={
          <>
            <code className="font-mono text-xs wrap-anywhere select-all">{remoteId}</code>
            {job !== undefined && (
              <span className="block">
                {t(`elsewhere.kinds.${job.isCheck === null ? 'unknown' : job.isCheck ? 'check' : 'run'}`)}
              </span>
            )}
            {job !== undefined && (
              <span className="block">
                <ElsewhereStart job={job} />
              </span>
            )}
          </>
        }
        actions={<ButtonLink href={userJobHref()}>{t('page.actions.all')}</ButtonLink>}
      />
      {error !== null && (
        <ErrorNotice
          tone={job === undefined ? 'bad' : 'attention'}
          error={error}
          title={t('elsewhere.failed')}
          kept={job === undefined ? t('elsewhere.kept') : t('elsewhere.keptShown')}
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
              {describeElsewhere(states, job)}
            </Badge>
            {job.state !== null && job.phase !== 'unknown' && (
              <code className="font-mono text-xs text-ink-muted">{job.state}</code>
            )}
          </p>
          <section aria-labelledby={headId} className="flex flex-col gap-2">
            <h2 id={headId} className="font-semibold">
              {t('rows.title')}{' '}
              <span className="font-normal text-ink-muted tabular-nums">{format.number(job.rows.length)}</span>
            </h2>
            <RowTable
              header={noHeader}
              rows={job.rows}
              query={{ data: job, error: null, isFetching, refetch }}
              empty={<EmptyState title={t('elsewhere.noRows.title')}>{t('elsewhere.noRows.text')}</EmptyState>}
            />
          </section>
          <details className="text-sm">
            <summary className="cursor-pointer text-ink-muted">{t('elsewhere.raw')}</summary>
            <pre
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
              tabIndex={0}
              className="mt-2 max-h-96 overflow-auto rounded border border-line bg-surface p-3 font-mono text-xs"
            >
              {JSON.stringify({ ...job, rows: job.rows.slice(0, 20) }, null, 2)}
            </pre>
          </details>
        </>
      )}
    </div>
  )
}
