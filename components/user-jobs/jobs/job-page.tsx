'use client'

import { Link2 } from 'lucide-react'
import { useId } from 'react'
import { HistoryDetails } from '@/components/activity/history-details'
import { Badge } from '@/components/ui/badge'
import { Button, ButtonLink } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { useCrumb } from '@/lib/browser/crumb'
import { useKeptFocus } from '@/lib/browser/kept-focus'
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
import { countUsers, describeJob, hasEnded, kindWords, toneOfJob } from './job-words'

/** One job of users: how far it is, what came of each, and what can be done about it. */
export function UserJobPage({ jobId }: { jobId: string }) {
  const { data: job, error, isFetching, refetch } = useJob(jobId)
  useCrumb(job === undefined ? null : job.sourceName)
  useJobTitle(job)
  useJobNews(job)
  const retry = { onRetry: () => void refetch(), isRetrying: isFetching }
  if (job === undefined)
    return (
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PageHeader title="User job" actions={<ButtonLink href={userJobHref()}>All jobs</ButtonLink>} />
        {error === null ? (
          <div aria-busy className="flex flex-col gap-3">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-1.5 w-full" />
            <Skeleton className="h-40 w-full" />
          </div>
        ) : (
          <ErrorNotice
            error={error}
            title="The job could not be read"
            kept="It goes on whether or not this page shows it."
            {...retry}
          />
        )}
      </div>
    )
  return (
    <div className="flex flex-col gap-5 p-4 sm:p-6">
      <PageHeader
        title={`${kindWords[job.kind]} of ${job.sourceName}`}
        description={
          <>
            {countUsers(job.total)}, {job.kind === 'check' ? 'checked' : 'started'}{' '}
            <Time value={job.createdAt} format="smart" /> by {job.isMine ? 'you' : job.ownerName},{' '}
            <JobLength job={job} />
          </>
        }
        actions={
          <>
            <CopyLinkButton />
            <ButtonLink href={userJobHref()}>All jobs</ButtonLink>
          </>
        }
      />
      {error !== null && (
        <ErrorNotice
          tone="attention"
          error={error}
          title="The job could not be read again"
          kept="What stands below was read before; the job goes on whether or not this page shows it."
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

function JobState({ job }: { job: UserJobDetail }) {
  const headId = useId()
  // Its buttons depend on the state of the job.
  const place = useKeptFocus<HTMLElement>(`${hasEnded(job)} ${job.rows.failed} ${job.cancelAskedAt} ${isOut(job)}`)
  return (
    <section aria-labelledby={headId} {...place} className="flex flex-col gap-3 outline-none">
      <h2 id={headId} className="sr-only">
        How it stands
      </h2>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Badge tone={toneOfJob(job)} className="h-auto! min-h-6 text-sm! *:whitespace-normal!">
          {describeJob(job)}
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

/** What the numbers alone do not say. */
function Remarks({ job }: { job: UserJobDetail }) {
  const { kind, note, rows, cancelAskedAt, mayChange, way } = job
  const isOpen = !hasEnded(job)
  return (
    <div className="flex max-w-[100ch] flex-col gap-1 text-sm text-ink-muted empty:hidden">
      {note !== null && <p className="wrap-anywhere text-ink">{note}</p>}
      {kind === 'check' && (
        <p>
          {isOpen
            ? 'A check: the service looks at each user, and nothing is changed.'
            : 'This was a check: nothing was changed.'}
        </p>
      )}
      {isOpen && way === 'job' && (
        <p>It goes on when this page is left or loaded again, and when the console starts anew.</p>
      )}
      {cancelAskedAt !== null && (
        <p>
          Cancelling was requested <Time value={cancelAskedAt} format="smart" />.{' '}
          {kind === 'check' ? 'Nothing was changed.' : !isOpen && 'Users that were imported by then are kept.'}
        </p>
      )}
      {rows.unknown > 0 && (
        <p>
          What is not known was sent, and its answer was lost.{' '}
          {isOpen && 'The console looks at the service until it tells. '}
          No user of it is sent a second time before that.
        </p>
      )}
      {!isOpen && rows.waiting + rows.sent > 0 && rows.unknown === 0 && (
        <p>The service ended the job without a result for some users. Look at those before you bring them in again.</p>
      )}
      {!mayChange && <p>You may look at this job. Cancelling and retrying is for admins.</p>}
    </div>
  )
}

function CopyLinkButton() {
  const toast = useToast()
  const copy = () => {
    const url = window.location.href
    navigator.clipboard.writeText(url).then(
      () => toast.show({ tone: 'good', title: 'Link copied' }),
      () => toast.show({ title: 'The browser does not allow copying. The link is in the address bar.' }),
    )
  }
  return (
    <Button icon={Link2} onClick={copy}>
      Copy link
    </Button>
  )
}
