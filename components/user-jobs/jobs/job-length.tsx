'use client'

import { useNow } from '@/lib/browser/now'
import { formatDuration } from '@/lib/time/time-format'
import type { UserJobSummary } from '@/lib/user-jobs/schema'

/** How long a job took, or has been going on. */
export function JobLength({
  job: { createdAt, finishedAt },
}: {
  job: Pick<UserJobSummary, 'createdAt' | 'finishedAt'>
}) {
  const now = useNow(1_000)
  const length = formatDuration((finishedAt === null ? now : Date.parse(finishedAt)) - Date.parse(createdAt))
  return (
    <span className="whitespace-nowrap tabular-nums">
      {finishedAt === null ? `for ${length} so far` : `took ${length}`}
    </span>
  )
}
