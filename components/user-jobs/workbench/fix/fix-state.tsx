import Link from 'next/link'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import type { useFixJob } from './use-fix-job'

/** Whether the rows that the address asks for can be opened. Nothing once they are. */
export function FixState({ jobId, fix }: { jobId: string | null; fix: ReturnType<typeof useFixJob> }) {
  if (jobId === null) return null
  if (fix.error !== null)
    return (
      <ErrorNotice
        error={fix.error}
        title="The rows to fix could not be opened"
        kept="The job and its rows are unchanged."
        onRetry={fix.retry}
        isRetrying={fix.isRetrying}
      />
    )
  if (fix.isOpening)
    return (
      <div aria-busy aria-label="Opening the rows to fix" className="flex flex-col gap-3">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-24 w-full" />
      </div>
    )
  if (!fix.isEmpty) return null
  return (
    <p role="note" className="rounded bg-raised px-3 py-2 text-sm">
      This job has no rows left to fix.{' '}
      <Link href={userJobHref(jobId)} className="underline underline-offset-2">
        Show the job
      </Link>
    </p>
  )
}

/** Where the rows come from, while they are being fixed. */
export function FixNote({ jobId, sourceName }: { jobId: string; sourceName: string }) {
  return (
    <p role="note" className="rounded bg-accent-soft px-3 py-2 text-sm wrap-anywhere">
      Rows to fix from {sourceName}. Correct the errors, then import these rows again.{' '}
      <Link href={userJobHref(jobId)} className="underline underline-offset-2">
        Show the job
      </Link>
    </p>
  )
}
