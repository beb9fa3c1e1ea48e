'use client'

import { useTranslations } from 'next-intl'
import { useDuration } from '@/components/ui/dates/use-duration'
import type { UserJobSummary } from '@/lib/user-jobs/schema'

/** How long a job took, or has been running. */
export function JobLength({
  job: { createdAt, finishedAt },
}: {
  job: Pick<UserJobSummary, 'createdAt' | 'finishedAt'>
}) {
  const t = useTranslations('userJobs.list')
  const duration = useDuration(createdAt, finishedAt)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {finishedAt === null ? t('running', { duration }) : t('took', { duration })}
    </span>
  )
}
