'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { userJobHref } from './job-links'
import { noteOpenJob } from './job-open'

/** Asks, with the numbers, before failed rows (and, if chosen, those with warnings) are sent again. */
export function RetryDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const t = useTranslations('userJobs.retry')
  const router = useRouter()
  const queryClient = useQueryClient()
  const isCheck = job.kind === 'check'
  const { data: plan } = useQuery(userJobQueries.retryPlan(job.jobId))
  // Rows that a later retry has imported are not sent again, so there may be fewer rows than have failed.
  const failed = plan?.failed.rows ?? job.rows.failed
  const warned = isCheck ? 0 : (plan?.warned.rows ?? 0)
  const [isWithWarned, setIsWithWarned] = useState(job.rows.failed === 0)
  const sends = failed + (isWithWarned ? warned : 0)
  const withPassword = (plan?.failed.withPassword ?? 0) + (isWithWarned ? (plan?.warned.withPassword ?? 0) : 0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => userJobCalls.retry(job.jobId, isWithWarned ? ['failed', 'warned'] : ['failed']),
    onSuccess: ({ jobId }) => {
      noteOpenJob(jobId)
      router.push(userJobHref(jobId))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: userJobQueries.all }),
  })
  const count = sends
  const [title, action] = isCheck
    ? isWithWarned
      ? [t('titleCheckAll', { count }), t('actions.testAll', { count })]
      : [t('titleCheck', { count }), t('actions.test', { count })]
    : isWithWarned
      ? [t('titleAll', { count }), t('actions.retryAll', { count })]
      : [t('title', { count }), t('actions.retry', { count })]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('actions.close')}</Button>
          <Button variant="primary" data-autofocus disabled={sends === 0} busy={isPending} onClick={() => mutate()}>
            {action}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {plan?.openJobId != null && (
          <p>
            {t.rich('running', {
              link: (text) => (
                <Link href={userJobHref(plan.openJobId ?? '')} className="underline underline-offset-2">
                  {text}
                </Link>
              ),
            })}
          </p>
        )}
        {sends === 0 && plan !== undefined ? <p>{t('nothing')}</p> : <p>{t('text', { count })}</p>}
        {warned > 0 && job.rows.failed > 0 && (
          <label className="flex items-center gap-2">
            <Checkbox checked={isWithWarned} onChange={({ currentTarget }) => setIsWithWarned(currentTarget.checked)} />
            {t('warned', { count: warned })}
          </label>
        )}
        {withPassword > 0 && (
          <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2">
            {t('passwords', { count: withPassword })}
          </p>
        )}
        {error !== null && <ErrorNotice error={error} title={t('failed')} kept={t('kept')} />}
      </div>
    </Dialog>
  )
}
