'use client'

import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import Link from 'next/link'
import { useId } from 'react'
import { IconButton } from '@/components/ui/button'
import { Time } from '@/components/ui/time'
import { useToast } from '@/components/ui/toast'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { userJobHref } from './job-links'
import { describeJob, kindWords } from './job-words'

/** What happened when, and the jobs that this one came from or led to. */
export function JobTimeline({ job }: { job: UserJobDetail }) {
  const headId = useId()
  return (
    <section aria-labelledby={headId} className="flex min-w-0 flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        What happened
      </h2>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable without a pointer */}
      <ol
        aria-labelledby={headId}
        tabIndex={0}
        className="flex max-h-72 flex-col gap-1 overflow-y-auto rounded border border-line bg-surface px-3 py-2 text-sm"
      >
        {/* oxlint-enable jsx-a11y/no-noninteractive-tabindex */}
        {job.timeline.map(({ at, what }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a history only grows at its end
          <li key={index} className="grid grid-cols-[9.5rem_minmax(0,1fr)] gap-x-3 max-sm:grid-cols-1">
            <Time value={at} format="seconds" className="text-ink-muted" />
            <span className="wrap-anywhere">{what}</span>
          </li>
        ))}
        {job.timeline.length === 0 && <li className="text-ink-muted">Nothing yet.</li>}
      </ol>
      {(job.ofJobId !== null || job.retryJobIds.length > 0) && (
        <ul aria-label="Jobs beside this one" className="flex flex-col gap-0.5 text-sm">
          {job.ofJobId !== null && <Relative jobId={job.ofJobId} word="Came from" />}
          {job.retryJobIds.map((jobId) => (
            <Relative key={jobId} jobId={jobId} word="Led to" />
          ))}
        </ul>
      )}
    </section>
  )
}

function Relative({ jobId, word }: { jobId: string; word: string }) {
  const { data } = useQuery({ ...userJobQueries.one(jobId), refetchInterval: false })
  return (
    <li className="wrap-anywhere">
      <span className="text-ink-muted">{word}</span>{' '}
      <Link href={userJobHref(jobId)} className="text-accent-ink underline underline-offset-2">
        {data === undefined
          ? `job ${jobId.slice(0, 8)}`
          : `${kindWords[data.kind].toLowerCase()} of ${data.sourceName}`}
      </Link>
      {data !== undefined && <span className="text-ink-muted tabular-nums"> ({describeJob(data)})</span>}
    </li>
  )
}

/** The ids by which the console and the service know the job, and the service's own word for its state. */
export function JobIds({ job }: { job: UserJobDetail }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-ink-muted">
        Ids and the service’s own words
        {job.remote.length > 1 && ` (${job.remote.length} jobs at the service)`}
      </summary>
      <dl className="mt-2 flex flex-col gap-1 rounded border border-line bg-surface px-3 py-2">
        <Id name="Job of this console" id={job.jobId} />
        {job.remote.map(({ remoteId, state }) => (
          <Id key={remoteId} name="Job at the service" id={remoteId} state={state ?? 'no state told yet'} />
        ))}
      </dl>
      {job.remote.length === 0 && job.way === 'job' && (
        <p className="mt-1 text-ink-muted">The service has given it no id yet.</p>
      )}
    </details>
  )
}

function Id({ name, id, state }: { name: string; id: string; state?: string }) {
  const toast = useToast()
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => toast.show({ tone: 'good', title: 'Id copied' }),
      () => toast.show({ title: 'The browser does not allow copying', description: id }),
    )
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <dt className="w-40 text-ink-muted">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        <code className="font-mono text-xs wrap-anywhere select-all">{id}</code>
        <IconButton label={`Copy ${id}`} icon={Copy} size="sm" onClick={() => void copy()} />
        {state !== undefined && <code className="font-mono text-xs text-ink-muted">{state}</code>}
      </dd>
    </div>
  )
}
