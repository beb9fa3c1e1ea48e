'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown, RotateCw, Square } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useMay } from '@/lib/browser/actor'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { userJobHref } from './job-links'
import { noteOpenJob } from './job-open'
import { countDone, countUsers, hasEnded, listFigures } from './job-words'

/** What may be done with a job, by how it stands. Off, and said why below, for those who may only look. */
export function JobActions({ job }: { job: UserJobDetail }) {
  const [asked, setAsked] = useState<'cancel' | 'retry' | null>(null)
  const may = useMay('user-jobs:write') && job.mayChange
  const { failed } = job.rows
  const isOpen = !hasEnded(job)
  const isCancelling = job.cancelAskedAt !== null
  const close = () => setAsked(null)
  return (
    <>
      {!isOpen && failed > 0 && (
        <Button icon={RotateCw} variant="primary" disabled={!may} onClick={() => setAsked('retry')}>
          Retry {formatCount(failed)} failed
        </Button>
      )}
      {failed > 0 && (
        <a href={userJobCalls.failedFileHref(job.jobId)} download className={buttonClass()}>
          <FileDown aria-hidden size={16} strokeWidth={1.75} />
          Download {formatCount(failed)} failed
        </a>
      )}
      {/* The immediate way is one call: once it is out, there is nothing to hold back. */}
      {isOpen && job.way === 'job' && (
        <Button icon={Square} disabled={!may || isCancelling} busy={isCancelling} onClick={() => setAsked('cancel')}>
          {isCancelling ? 'Cancelling' : job.kind === 'check' ? 'Cancel the check' : 'Cancel the job'}
        </Button>
      )}
      {asked === 'cancel' && isOpen && <CancelDialog job={job} onClose={close} />}
      {asked === 'retry' && <RetryDialog job={job} onClose={close} />}
    </>
  )
}

function CancelDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const queryClient = useQueryClient()
  const isCheck = job.kind === 'check'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => userJobCalls.cancel(job.jobId),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: userJobQueries.all }),
  })
  const done = countDone(job)
  const figures = listFigures(job).filter(({ tone, count }) => tone === 'good' && count > 0)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isCheck ? 'Cancel the check?' : 'Cancel the job?'}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Let it go on</Button>
          <Button variant="danger" data-autofocus busy={isPending} onClick={() => mutate()}>
            {isCheck ? 'Cancel the check' : 'Cancel the job'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {isCheck ? (
          <p>Nothing was changed by it, and nothing will be.</p>
        ) : (
          <>
            <p>
              {done === 0
                ? `None of ${countUsers(job.total)} is known to be done yet.`
                : `${formatCount(done)} of ${countUsers(job.total)} ${done === 1 ? 'is' : 'are'} done already (${figures
                    .map(({ name, count }) => `${formatCount(count)} ${name}`)
                    .join(', ')}) and stay so.`}
            </p>
            <p className="text-ink-muted">
              Nothing more is sent, and the service is asked to stop. What it has in hand it may still finish; this page
              tells what it did.
            </p>
          </>
        )}
        {error !== null && <ErrorNotice error={error} title="The job was not cancelled" kept="It goes on." />}
      </div>
    </Dialog>
  )
}

function RetryDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { failed } = job.rows
  const isCheck = job.kind === 'check'
  const rows = useInfiniteQuery(userJobQueries.rows(job.jobId, { state: ['failed'] }))
  const read = rows.data?.pages.flatMap((page) => page.rows) ?? []
  const withPassword = read.filter(({ hadPassword }) => hadPassword).length
  const isPart = read.length < failed
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => userJobCalls.retry(job.jobId),
    onSuccess: ({ jobId }) => {
      noteOpenJob(jobId)
      router.push(userJobHref(jobId))
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: userJobQueries.all }),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${isCheck ? 'Check' : 'Retry'} ${formatCount(failed)} failed ${failed === 1 ? 'row' : 'rows'}${isCheck ? ' again' : ''}?`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" data-autofocus busy={isPending} onClick={() => mutate()}>
            {isCheck ? 'Check' : 'Retry'} {formatCount(failed)} failed
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          A new job sends {failed === 1 ? 'this row' : 'these rows'} again as {failed === 1 ? 'it was' : 'they were'},
          linked to this one. To mend them first, download them and bring the file in again.
        </p>
        {withPassword > 0 && (
          <p role="note" className="rounded border border-attention/30 bg-attention-soft px-3 py-2">
            {isPart ? 'At least ' : ''}
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
