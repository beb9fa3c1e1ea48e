import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import type { useFixJob } from './use-fix-job'

/** The state of opening the rows that the address asks for. Renders nothing once they are open. */
export function FixState({ jobId, fix }: { jobId: string | null; fix: ReturnType<typeof useFixJob> }) {
  const t = useTranslations('userJobs.fixRows')
  if (jobId === null) return null
  if (fix.error !== null)
    return (
      <ErrorNotice
        error={fix.error}
        title={t('failed')}
        kept={t('kept')}
        onRetry={fix.retry}
        isRetrying={fix.isRetrying}
      />
    )
  if (fix.isOpening)
    return (
      <div aria-busy aria-label={t('opening')} className="flex flex-col gap-3">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-24 w-full" />
      </div>
    )
  if (!fix.isEmpty) return null
  return (
    <p role="note" className="rounded bg-raised px-3 py-2 text-sm">
      {t.rich('none', { link: (text) => <JobLink jobId={jobId}>{text}</JobLink> })}
    </p>
  )
}

/** The source of the rows while they are being fixed. */
export function FixNote({ jobId, sourceName }: { jobId: string; sourceName: string }) {
  const t = useTranslations('userJobs.fixRows')
  return (
    <p role="note" className="rounded bg-accent-soft px-3 py-2 text-sm wrap-anywhere">
      {t.rich('note', { name: sourceName, link: (text) => <JobLink jobId={jobId}>{text}</JobLink> })}
    </p>
  )
}

const JobLink = ({ jobId, children }: { jobId: string; children: ReactNode }) => (
  <Link href={userJobHref(jobId)} className="underline underline-offset-2">
    {children}
  </Link>
)
