'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileDown, PencilLine, RotateCw, Square } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { buttonClass } from '@/lib/browser/button-class'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { addressOf } from '@/lib/base-path'
import { useMay } from '@/lib/browser/sign-in/actor'
import { isOut } from '@/lib/user-jobs/model'
import { userJobCalls, userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { fixRowsHref } from './job-links'
import { RetryDialog } from './job-retry-dialog'
import { countDone, describeJob, hasEnded, listFigures } from './job-texts'

/** The actions on a job, by its state. Disabled for people who may only view it, with the reason below. */
export function JobActions({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page.actions')
  const [asked, setAsked] = useState<'cancel' | 'retry' | null>(null)
  const may = useMay('user-jobs:write') && job.mayChange
  // Without their cells, rows cannot be sent again or downloaded.
  const hasRows = job.rowsRemovedAt === null
  const failed = hasRows ? job.rows.failed : 0
  // Rows with warnings can be sent again only after an import. The sheet shows the warnings of a dry run.
  const warned = hasRows && job.kind === 'run' ? job.rows.warned : 0
  const isOpen = !hasEnded(job)
  const isCancelling = job.cancelAskedAt !== null
  const close = () => setAsked(null)
  return (
    <>
      {!isOpen && hasRows && job.toFix.rows > 0 && <FixButton job={job} may={may} />}
      {!isOpen && failed + warned > 0 && (
        <Button
          icon={RotateCw}
          variant={failed > 0 && job.toFix.withField === 0 ? 'primary' : 'secondary'}
          disabled={!may}
          onClick={() => setAsked('retry')}
        >
          {t('retry', { count: failed > 0 ? failed : warned })}
        </Button>
      )}
      {failed > 0 && (
        <a href={addressOf(userJobCalls.failedFileHref(job.jobId))} download className={buttonClass()}>
          <FileDown aria-hidden size={16} strokeWidth={1.75} />
          {t('downloadFailed', { count: failed })}
        </a>
      )}
      {!isOpen && warned > 0 && (
        <a href={addressOf(userJobCalls.failedFileHref(job.jobId, true))} download className={buttonClass()}>
          <FileDown aria-hidden size={16} strokeWidth={1.75} />
          {failed > 0 ? t('downloadBoth', { count: failed + warned }) : t('downloadWarned', { count: warned })}
        </a>
      )}
      {/* An immediate import is one request: it can be canceled while it waits, but not after it was sent. */}
      {isOpen && !isOut(job) && (
        <Button icon={Square} disabled={!may || isCancelling} busy={isCancelling} onClick={() => setAsked('cancel')}>
          {isCancelling ? t('cancelling') : job.kind === 'check' ? t('cancelCheck') : t('cancel')}
        </Button>
      )}
      {/* If the users are sent while the dialog is open, the dialog stays and shows the result. */}
      {asked === 'cancel' && (isOpen || isOut(job)) && <CancelDialog job={job} onClose={close} />}
      {asked === 'retry' && <RetryDialog job={job} onClose={close} />}
    </>
  )
}

/**
 * Opens the failed rows in the grid. This is the main action if a field is wrong, because the unchanged row would be
 * refused again.
 */
function FixButton({ job: { jobId, toFix }, may }: { job: UserJobDetail; may: boolean }) {
  const t = useTranslations('userJobs.page.actions')
  const label = t('fix', { count: toFix.rows })
  const variant = toFix.withField > 0 ? 'primary' : 'secondary'
  if (!may)
    return (
      <Button icon={PencilLine} variant={variant} disabled>
        {label}
      </Button>
    )
  return (
    <ButtonLink href={fixRowsHref(jobId)} icon={PencilLine} variant={variant}>
      {label}
    </ButtonLink>
  )
}

function CancelDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const t = useTranslations('userJobs.page')
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
      title={isCheck ? t('cancel.titleCheck') : t('cancel.title')}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{t('actions.keep')}</Button>
          <Button variant="danger" data-autofocus busy={isPending} onClick={() => mutate()}>
            {isCheck ? t('actions.cancelCheck') : t('actions.cancel')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {isCheck ? <p>{t('cancel.check')}</p> : <WhatIsDone job={job} />}
        {error !== null && <ErrorNotice error={error} title={t('cancel.failed')} kept={t('cancel.kept')} />}
      </div>
    </Dialog>
  )
}

function WhatIsDone({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs.page.cancel')
  const states = useTranslations('userJobStates')
  const format = useFormatter()
  const { total } = job
  if (job.way === 'immediate')
    return (
      <>
        <p>{t('notSent', { total })}</p>
        <p className="text-ink-muted">{t('notSentNote')}</p>
      </>
    )
  const done = countDone(job)
  const figures = listFigures(states, job).filter(({ tone, count }) => tone === 'good' && count > 0)
  return (
    <>
      <p>
        {done === 0
          ? t('nothingDone', { total })
          : t('done', {
              done,
              total,
              figures: format.list(
                figures.map(({ name, count }) => t('figure', { count, name })),
                { type: 'unit' },
              ),
            })}
      </p>
      <p className="text-ink-muted">{t('doneNote')}</p>
    </>
  )
}

/** Shown when it is too late to cancel, because the users were already sent or imported. */
function OutDialog({ job, onClose }: { job: UserJobDetail; onClose: () => void }) {
  const t = useTranslations('userJobs.page')
  const states = useTranslations('userJobStates')
  const isEnded = hasEnded(job)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={job.phase === 'cancelled' ? t('cancel.wasCancelled') : t('cancel.wasNotCancelled')}
      size="sm"
      footer={
        <Button data-autofocus onClick={onClose}>
          {isEnded ? t('actions.close') : t('actions.keep')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {job.phase !== 'cancelled' && <p>{t('cancel.sentAlready')}</p>}
        <output>{describeJob(states, job)}</output>
      </div>
    </Dialog>
  )
}
