'use client'

import { useLocale, useTranslations } from 'next-intl'
import { useNow } from '@/lib/browser/now'
import { formatDuration } from '@/lib/time/time-format'
import type { UserJobSummary } from '@/lib/user-jobs/schema'

/** How long a job took, or has been running. */
export function JobLength({
  job: { createdAt, finishedAt },
}: {
  job: Pick<UserJobSummary, 'createdAt' | 'finishedAt'>
}) {
  const t = useTranslations('userJobs.list')
  const language = useLocale()
  const now = useNow(1_000)
  const durationMs = (finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(createdAt)
  const duration = formatDuration(durationMs, language)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {finishedAt === null ? t('running', { duration }) : t('took', { duration })}
    </span>
  )
}
