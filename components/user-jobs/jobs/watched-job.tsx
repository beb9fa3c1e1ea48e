'use client'

import { usePathname, useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { describeError } from '@/lib/browser/describe-error'
import { leaveFor } from '@/lib/browser/leave-guard'
import { userJobHref } from './job-links'
import { forgetOpenJob } from './job-open'
import { useJob } from './job-progress'
import { describeJob, hasEnded, toneOfJob } from './job-texts'

/** Announces the end of one job: in a notice, or only to screen readers on the page of the job. */
export function WatchedJob({ jobId }: { jobId: string }) {
  const t = useTranslations('userJobStates')
  const router = useRouter()
  const pathname = usePathname()
  const toast = useToast()
  const { data: job, error } = useJob(jobId)
  const isGone = job === undefined && error !== null && describeError(error).code === 'not_found'
  const isOver = isGone || (job !== undefined && hasEnded(job))
  const end = useEffectEvent(() => {
    forgetOpenJob(jobId)
    // The job belongs to another person, who was signed in to this tab before.
    if (job === undefined || !job.isMine) return
    const href = userJobHref(jobId)
    const title = t(`titles.${job.kind}`, { name: job.sourceName })
    const description = describeJob(t, job)
    // The page of the job shows the result itself, so a notice would only repeat it.
    if (pathname === href) return announce(`${title}: ${description}`)
    toast.show({
      tone: toneOfJob(job),
      title,
      description,
      action: { label: t('actions.open'), onClick: () => leaveFor(() => router.push(href)) },
    })
  })
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return null
}
