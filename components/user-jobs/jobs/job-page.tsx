'use client'

import { Link2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { HistoryDetails } from '@/components/activity/history-details'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { useCrumb } from '@/lib/browser/crumb'
import { useKeptFocus } from '@/lib/browser/lists/kept-focus'
import { isOut } from '@/lib/user-jobs/model'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { JobActions } from './job-actions'
import { JobBar, JobNumbers } from './job-bar'
import { JobIds, JobTimeline } from './job-facts'
import { JobLength } from './job-length'
import { userJobHref } from './job-links'
import { JobPhases } from './job-phases'
import { useJob, useJobNews, useJobTitle } from './job-progress'
import { JobReasons } from './job-reasons'
import { JobRows } from './job-rows'
import { describeJob, hasEnded, toneOfJob } from './job-texts'

/** One import or dry run: its progress, the result of each user, and the actions on it. */
export function UserJobPage({ jobId }: { jobId: string }) {
  const t = useTranslations('userJobs')
  const { data: job, error, isFetching, refetch } = useJob(jobId)
  useCrumb(job === undefined ? null : job.sourceName)
  useJobTitle(job)
  useJobNews(job)
  const retry = { onRetry: () => void refetch(), isRetrying: isFetching }
  if (job === undefined)
    return (
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PageHeader title={t('job')} actions={<ButtonLink href={userJobHref()}>{t('page.actions.all')}</ButtonLink>} />
        {error === null ? (
          <div aria-busy className="flex flex-col gap-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-1.5 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        ) : (
          <ErrorNotice error={error} title={t('page.failed')} kept={t('page.kept')} {...retry} />
        )}
      </div>
    )
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <PageHeader
        title={t(job.kind === 'check' ? 'page.titleCheck' : 'page.titleRun', { name: job.sourceName })}
        description={<Facts job={job} />}
        actions={
          <>
            <CopyLinkButton />
            <ButtonLink href={userJobHref()}>{t('page.actions.all')}</ButtonLink>
          </>
        }
      />
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title={t('page.refreshFailed')}
          kept={t('page.keptShown')}
          {...retry}
        />
      )}
      <JobState job={job} />
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {job.reasons.length > 0 && <JobReasons job={job} />}
        <JobTimeline job={job} />
      </div>
      <JobRows job={job} />
      <HistoryDetails objectKind="user-job" objectId={job.jobId} />
      <JobIds job={job} />
    </div>
  )
}

function Facts({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page')
  const states = useTranslations('userJobStates')
  const facts = {
    users: states('users', { count: job.total }),
    time: () => <Time value={job.createdAt} format="smart" />,
    duration: () => <JobLength job={job} />,
  }
  return job.isMine ? t.rich('factsMine', facts) : t.rich('facts', { ...facts, person: job.ownerName })
}

function JobState({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page')
  const states = useTranslations('userJobStates')
  const headId = useId()
  // The focus is kept here, because the buttons change with the state of the job.
  const place = useKeptFocus<HTMLElement>(`${hasEnded(job)} ${job.rows.failed} ${job.cancelAskedAt} ${isOut(job)}`)
  return (
    <section aria-labelledby={headId} {...place} className="flex flex-col gap-3 outline-none">
      <h2 id={headId} className="sr-only">
        {t('status')}
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Badge tone={toneOfJob(job)} className="h-auto! min-h-6 text-sm! *:whitespace-normal!">
          {describeJob(states, job)}
        </Badge>
        <div className="flex flex-wrap gap-2">
          <JobActions job={job} />
        </div>
      </div>
      <JobPhases job={job} />
      <JobBar job={job} />
      <JobNumbers job={job} />
      <Remarks job={job} />
    </section>
  )
}

/** Remarks that the numbers alone do not express. */
function Remarks({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page.remarks')
  const { kind, note, rows, cancelAskedAt, mayChange, way, rowsRemovedAt } = job
  const isOpen = !hasEnded(job)
  return (
    <div className="flex max-w-[100ch] flex-col gap-1 text-sm text-ink-muted empty:hidden">
      {note !== null && <p className="wrap-anywhere text-ink">{note}</p>}
      {kind === 'check' && <p>{isOpen ? t('checkOpen') : t('checkDone')}</p>}
      {isOpen && way === 'job' && <p>{t('leave')}</p>}
      {cancelAskedAt !== null && (
        <p>
          {t.rich(kind === 'check' ? 'cancelCheck' : isOpen ? 'cancelRun' : 'cancelDone', {
            time: () => <Time value={cancelAskedAt} format="smart" />,
          })}
        </p>
      )}
      {rows.unknown > 0 && <p>{isOpen ? t('unknownOpen') : t('unknownDone')}</p>}
      {!isOpen && rows.waiting + rows.sent > 0 && rows.unknown === 0 && <p>{t('noResult')}</p>}
      {rowsRemovedAt !== null && (
        <p>{t.rich('rowsRemoved', { time: () => <Time value={rowsRemovedAt} format="smart" /> })}</p>
      )}
      {!mayChange && <p>{t('readOnly')}</p>}
    </div>
  )
}

function CopyLinkButton() {
  const t = useTranslations('userJobs.page')
  const toast = useToast()
  const copy = () => {
    const url = window.location.href
    navigator.clipboard.writeText(url).then(
      () => toast.show({ tone: 'good', title: t('linkCopied') }),
      () => toast.show({ title: t('linkNotCopied') }),
    )
  }
  return (
    <Button icon={Link2} onClick={copy}>
      {t('actions.copyLink')}
    </Button>
  )
}
