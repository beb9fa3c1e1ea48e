'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { IconButton } from '@/components/ui/button'
import { Time } from '@/components/ui/dates/time'
import { useToast } from '@/components/ui/toast'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { userJobHref } from './job-links'
import { describeJob } from './job-texts'

/** The history of a job, and the jobs that it retries or that retry it. */
export function JobTimeline({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page.timeline')
  const headId = useId()
  return (
    <section aria-labelledby={headId} className="flex min-w-0 flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        {t('title')}
      </h2>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard */}
      <ol
        aria-labelledby={headId}
        tabIndex={0}
        className="flex max-h-72 flex-col gap-1 overflow-y-auto rounded border border-line bg-surface px-3 py-2 text-sm"
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        {job.timeline.map(({ at, what }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a history grows only at its end
          <li key={index} className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
            <Time value={at} format="seconds" className="text-ink-muted" />
            <span className="wrap-anywhere">{what}</span>
          </li>
        ))}
        {job.timeline.length === 0 && <li className="text-ink-muted">{t('none')}</li>}
      </ol>
      {(job.ofJobId !== null || job.retryJobIds.length > 0) && (
        <ul aria-label={t('related')} className="flex flex-col gap-0.5 text-sm">
          {job.ofJobId !== null && <Relative jobId={job.ofJobId} way="from" />}
          {job.retryJobIds.map((jobId) => (
            <Relative key={jobId} jobId={jobId} way="to" />
          ))}
        </ul>
      )}
    </section>
  )
}

function Relative({ jobId, way }: { jobId: string; way: 'from' | 'to' }) {
  const t = useTranslations('userJobs.page.timeline')
  const states = useTranslations('userJobStates')
  const { data } = useQuery({ ...userJobQueries.one(jobId), refetchInterval: false })
  const link = (text: ReactNode) => (
    <Link href={userJobHref(jobId)} className="text-accent-ink underline underline-offset-2">
      {text}
    </Link>
  )
  return (
    <li className="wrap-anywhere">
      {data === undefined
        ? t.rich(way, { link, name: t('unnamed', { id: jobId.slice(0, 8) }) })
        : t.rich(`${way}State`, {
            link,
            name: data.sourceName,
            state: describeJob(states, data),
            muted: (text) => <span className="text-ink-muted tabular-nums">{text}</span>,
          })}
    </li>
  )
}

/** The ids of the job in Sightline and at SafetyCulture, with its status there. */
export function JobIds({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page.ids')
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-muted">
        {job.remote.length > 1 ? t('titleMany', { count: job.remote.length }) : t('title')}
      </summary>
      <dl className="mt-2 flex flex-col gap-1 rounded border border-line bg-surface px-3 py-2">
        <Id name={t('own')} id={job.jobId} />
        {job.remote.map(({ remoteId, state }) => (
          <Id key={remoteId} name={t('remote')} id={remoteId} state={state ?? t('noState')} />
        ))}
      </dl>
      {job.remote.length === 0 && job.way === 'job' && <p className="mt-1 text-ink-muted">{t('noId')}</p>}
    </details>
  )
}

function Id({ name, id, state }: { name: string; id: string; state?: string }) {
  const t = useTranslations('userJobs.page.ids')
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => toast.show({ tone: 'good', title: t('copied') }),
      () => toast.show({ title: t('notCopied'), description: id }),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <dt className="w-40 text-ink-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <code className="font-mono text-xs wrap-anywhere select-all">{id}</code>
        <IconButton label={t('copy', { id })} icon={Copy} size="sm" onClick={() => void copy()} />
        {state !== undefined && <code className="font-mono text-xs text-ink-muted">{state}</code>}
      </dd>
    </div>
  )
}
