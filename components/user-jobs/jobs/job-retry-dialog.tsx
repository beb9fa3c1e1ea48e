'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { userJobHref } from './job-links'
import { noteOpenJob } from './job-open'

/** Asks once, with the numbers, before what failed (and, if chosen, what was written with warnings) is sent again. */
export function RetryDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const isCheck = job.kind === 'check'
  const { data: plan } = useQuery(userJobQueries.retryPlan(job.jobId))
  // What a later retry has done is not done again, so that fewer may be left than have failed.
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
  const what = `${formatCount(sends)} ${isWithWarned ? (sends === 1 ? 'row' : 'rows') : 'failed'}`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${isCheck ? 'Check' : 'Retry'} ${isWithWarned ? what : `${what} ${sends === 1 ? 'row' : 'rows'}`}${isCheck ? ' again' : ''}?`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus disabled={sends === 0} busy={isPending} onClick={() => mutate()}>
            {isCheck ? 'Check' : 'Retry'} {what}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {plan?.openJobId != null && (
          <p>
            A retry of this job{' '}
            <Link href={userJobHref(plan.openJobId)} className="underline underline-offset-2">
              is under way
            </Link>
            . There is no other until it has ended.
          </p>
        )}
        {sends === 0 && plan !== undefined ? (
          <p>Nothing is left to send again: a later job has done these rows.</p>
        ) : (
          <p>
            Sends {sends === 1 ? 'this row' : 'these rows'} again unchanged, as a new job. To correct{' '}
            {sends === 1 ? 'it' : 'them'} first, choose Fix rows.
          </p>
        )}
        {warned > 0 && job.rows.failed > 0 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={isWithWarned}
              onChange={({ currentTarget }) => setIsWithWarned(currentTarget.checked)}
              className="size-4 accent-(--accent)"
            />
            Also {formatCount(warned)} that {warned === 1 ? 'was' : 'were'} written with warnings
          </label>
        )}
        {withPassword > 0 && (
          <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2">
            {formatCount(withPassword)} of them had a password. Passwords are not kept, so they are not in the retry:
            these users are brought in without one.
          </p>
        )}
        {error !== null && (
          <ErrorNotice error={error} title="Nothing was tried again" kept="This job and its rows stay as they are." />
        )}
      </div>
    </Dialog>
  )
}
