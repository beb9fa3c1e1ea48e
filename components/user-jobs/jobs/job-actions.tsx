'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown, PencilLine, RotateCw, Square } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useMay } from '@/lib/browser/actor'
import { formatCount } from '@/lib/browser/numbers'
import { isOut } from '@/lib/user-jobs/model'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { fixRowsHref } from './job-links'
import { RetryDialog } from './job-retry-dialog'
import { countDone, countUsers, describeJob, hasEnded, listFigures } from './job-words'

/** The actions on a job, by its state. For people who may only look they are off, with the reason below. */
export function JobActions({ job }: { job: UserJobDetail }) {
  const [asked, setAsked] = useState<'cancel' | 'retry' | null>(null)
  const may = useMay('user-jobs:write') && job.mayChange
  const { failed } = job.rows
  // A check changes nothing: what it warns of is for the sheet.
  const warned = job.kind === 'run' ? job.rows.warned : 0
  const isOpen = !hasEnded(job)
  const isCancelling = job.cancelAskedAt !== null
  const close = () => setAsked(null)
  return (
    <>
      {!isOpen && job.toFix.rows > 0 && <FixButton job={job} may={may} />}
      {!isOpen && failed + warned > 0 && (
        <Button
          icon={RotateCw}
          variant={failed > 0 && job.toFix.withField === 0 ? 'primary' : 'secondary'}
          disabled={!may}
          onClick={() => setAsked('retry')}
        >
          Retry {formatCount(failed > 0 ? failed : warned)} unchanged
        </Button>
      )}
      {failed > 0 && (
        <a href={userJobCalls.failedFileHref(job.jobId)} download className={buttonClass()}>
          <FileDown aria-hidden size={16} strokeWidth={1.75} />
          Download {formatCount(failed)} failed
        </a>
      )}
      {!isOpen && warned > 0 && (
        <a href={userJobCalls.failedFileHref(job.jobId, true)} download className={buttonClass()}>
          <FileDown aria-hidden size={16} strokeWidth={1.75} />
          Download {failed > 0 ? 'them and ' : ''}
          {formatCount(warned)} with warnings
        </a>
      )}
      {/* The immediate way is one call: while it waits for its turn it can be held back, and once it is out it cannot. */}
      {isOpen && !isOut(job) && (
        <Button icon={Square} disabled={!may || isCancelling} busy={isCancelling} onClick={() => setAsked('cancel')}>
          {isCancelling ? 'Cancelling' : job.kind === 'check' ? 'Cancel the check' : 'Cancel the job'}
        </Button>
      )}
      {/* Where the call went out while the question stood there, it stays, and tells what came of it. */}
      {asked === 'cancel' && (isOpen || isOut(job)) && <CancelDialog job={job} onClose={close} />}
      {asked === 'retry' && <RetryDialog job={job} onClose={close} />}
    </>
  )
}

/** To the rows in the grid. The way on where a field is to blame: sent unchanged, it would be refused again. */
function FixButton({ job: { jobId, toFix }, may }: { job: UserJobDetail; may: boolean }) {
  const words = `Fix ${formatCount(toFix.rows)} ${toFix.rows === 1 ? 'row' : 'rows'}`
  const variant = toFix.withField > 0 ? 'primary' : 'secondary'
  if (!may)
    return (
      <Button icon={PencilLine} variant={variant} disabled>
        {words}
      </Button>
    )
  return (
    <ButtonLink href={fixRowsHref(jobId)} icon={PencilLine} variant={variant}>
      {words}
    </ButtonLink>
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
  if (isOut(job)) return <OutDialog job={job} onClose={onClose} />
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
        {isCheck ? <p>Nothing was changed by it, and nothing will be.</p> : <WhatIsDone job={job} />}
        {error !== null && <ErrorNotice error={error} title="The job was not cancelled" kept="It goes on." />}
      </div>
    </Dialog>
  )
}

function WhatIsDone({ job }: { job: UserJobDetail }) {
  if (job.way === 'immediate')
    return (
      <>
        <p>None of {countUsers(job.total)} has gone out yet. Cancelled now, none of them does.</p>
        <p className="text-ink-muted">
          Should they go out before you press, they cannot be held back any more, and this page tells what became of
          them.
        </p>
      </>
    )
  const done = countDone(job)
  const figures = listFigures(job).filter(({ tone, count }) => tone === 'good' && count > 0)
  return (
    <>
      <p>
        {done === 0
          ? `None of ${countUsers(job.total)} is known to be done yet.`
          : `${formatCount(done)} of ${countUsers(job.total)} ${done === 1 ? 'is' : 'are'} done already (${figures
              .map(({ name, count }) => `${formatCount(count)} ${name}`)
              .join(', ')}) and stay so.`}
      </p>
      <p className="text-ink-muted">
        Nothing more is sent, and the service is asked to stop. What it has in hand it may still finish; this page tells
        what it did.
      </p>
    </>
  )
}

/** Too late: what was to be cancelled is with the service, or done. */
function OutDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const isEnded = hasEnded(job)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={job.phase === 'cancelled' ? 'It was cancelled' : 'It was not cancelled'}
      size="sm"
      footer={
        <Button data-autofocus onClick={onClose}>
          {isEnded ? 'Done' : 'Let it go on'}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {job.phase !== 'cancelled' && <p>They have gone out: one request, which cannot be held back.</p>}
        <output>{describeJob(job)}.</output>
      </div>
    </Dialog>
  )
}
