import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/dates/time'
import type { UserJobSummary } from '@/lib/user-jobs/schema'
import { JobBar } from './job-bar'
import { JobLength } from './job-length'
import { userJobHref } from './job-links'
import { describeJob, hasEnded, toneOfJob } from './job-texts'

/** One job of the list: source, state with numbers, who started it, when, and how long it took. */
export function JobListRow({ job }: { job: UserJobSummary }) {
  const t = useTranslations('userJobs.list')
  const states = useTranslations('userJobStates')
  const facts = {
    users: states('users', { count: job.total }),
    time: () => <Time value={job.createdAt} format="smart" />,
    duration: () => <JobLength job={job} />,
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-72 max-sm:basis-full">
        <p className="flex min-w-0 items-center gap-2">
          <Link href={userJobHref(job.jobId)} className="truncate font-medium hover:underline" title={job.sourceName}>
            {job.sourceName}
          </Link>
          <Badge icon={null} tone={job.kind === 'check' ? 'accent' : 'neutral'} className="shrink-0">
            {states(`kinds.${job.kind}`)}
          </Badge>
        </p>
        <p className="text-sm text-ink-muted">
          {job.isMine ? t.rich('factsMine', facts) : t.rich('facts', { ...facts, person: job.ownerName })}
          {job.ofJobId !== null && (
            <>
              {', '}
              <Link
                href={userJobHref(job.ofJobId)}
                className="whitespace-nowrap text-accent-ink underline underline-offset-2"
              >
                {t('retry')}
              </Link>
            </>
          )}
        </p>
        {job.note !== null && <p className="text-sm wrap-anywhere text-ink-muted">{job.note}</p>}
      </div>
      <div className="flex w-96 min-w-0 flex-col gap-1.5 max-sm:w-full">
        <Badge tone={toneOfJob(job)} className="self-start">
          {describeJob(states, job)}
        </Badge>
        {!hasEnded(job) && <JobBar job={job} />}
        {hasEnded(job) && job.kind === 'check' && <span className="text-xs text-ink-muted">{t('unchanged')}</span>}
      </div>
    </li>
  )
}
