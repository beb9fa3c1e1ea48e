'use client'

import { useMutation } from '@tanstack/react-query'
import { ArrowDown, CircleX, CloudCheck } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useToast } from '@/components/ui/toast'
import { isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { countSettled, describeJob, toneOfJob } from '@/components/user-jobs/jobs/job-texts'
import { describeError } from '@/lib/browser/describe-error'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { usersMax } from '@/lib/user-jobs/values-model'
import { describeResult, isSendable, listToCheck } from './check-merge'
import type { Check } from './use-check'

/** The dry run of the rows: its progress, its result, and the next step. */
export function CheckBar({
  bench,
  check,
  onNextError,
  onNext,
}: {
  bench: BenchSheet
  check: Check
  onNextError: () => void
  onNext: () => void
}) {
  const t = useTranslations('userJobs.dryRun')
  const { job, isBusy } = check
  const waiting = listToCheck(bench).length
  const { errors, badRows, byCode } = bench.validator.counts
  const hasFound = byCode.some(({ code, level }) => code === 'service' && level === 'error')
  // Errors that Sightline found do not block the first dry run of the other rows.
  const isToFix = badRows > 0 && (hasFound || waiting === 0)
  return (
    <section aria-label={t('label')} className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          {isBusy ? (
            <CheckState check={check} waiting={waiting} />
          ) : (
            <>
              {isToFix && <ErrorSummary bad={badRows} total={bench.sheet.rowIds.length} />}
              <Waiting bench={bench} waiting={waiting} hasResult={isToFix} />
              {check.result !== null && <LastResult result={check.result} />}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {!isBusy && isToFix && (
            <Button variant="primary" icon={ArrowDown} onClick={onNextError}>
              {t('actions.next', { count: errors })}
            </Button>
          )}
          {isBusy ? (
            <StopButton check={check} />
          ) : (
            (waiting > 0 || !isToFix) && (
              <Button
                variant={waiting > 0 && !isToFix ? 'primary' : 'secondary'}
                icon={CloudCheck}
                disabled={waiting === 0 || waiting > usersMax || bench.validator.pending > 0}
                onClick={() => void check.start()}
              >
                {waiting === 0 ? t('actions.testNone') : t('actions.test', { count: waiting })}
              </Button>
            )
          )}
          <Button variant={waiting === 0 && !isBusy && !isToFix ? 'primary' : 'secondary'} onClick={onNext}>
            {badRows > 0 ? t('actions.without', { count: badRows }) : t('actions.confirm')}
          </Button>
        </div>
      </div>
      {isBusy && job !== undefined && (
        <ProgressBar value={job.phase === 'sending' ? job.sent : countSettled(job)} max={job.total} />
      )}
      {check.error !== null && <CheckError check={check} />}
    </section>
  )
}

function ErrorSummary({ bad, total }: { bad: number; total: number }) {
  const t = useTranslations('userJobs.dryRun')
  return (
    <p className="flex items-center gap-1.5 font-medium text-bad">
      <CircleX aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {t('errors', { bad, total })}
    </p>
  )
}

/** The progress of a dry run. */
function CheckState({ check: { job, jobId, isOver }, waiting }: { check: Check; waiting: number }) {
  const t = useTranslations('userJobs.dryRun')
  const states = useTranslations('userJobStates')
  return (
    <output className="flex flex-wrap items-center gap-2">
      {job === undefined ? (
        jobId === null ? (
          t('sending', { count: waiting })
        ) : (
          t('progress')
        )
      ) : (
        <>
          <Badge tone={toneOfJob(job)}>{describeJob(states, job)}</Badge>
          {isOver && t('results')}
        </>
      )}
    </output>
  )
}

/** The rows that the next dry run would send and skip. */
function Waiting({
  bench: { sheet, validator, ofJobId },
  waiting,
  hasResult,
}: {
  bench: BenchSheet
  waiting: number
  /** Whether a summary of errors is shown above. */
  hasResult: boolean
}) {
  const t = useTranslations('userJobs.dryRun')
  const withErrors = sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && !isSendable(validator, id)).length
  const isFirst = waiting > 0 && sheet.dirtyRowIds.size === sheet.rowIds.length && !hasResult
  return (
    <>
      {isFirst ? (
        <p>{t('first', { count: waiting })}</p>
      ) : waiting > 0 ? (
        <p>{t('waiting', { count: waiting })}</p>
      ) : (
        !hasResult && (
          <p>
            {t(whyNothing(sheet.rowIds.length, ofJobId !== null && sheet.dirtyRowIds.size === sheet.rowIds.length))}
          </p>
        )
      )}
      {withErrors > 0 && !hasResult && <p className="text-ink-muted">{t('withErrors', { count: withErrors })}</p>}
      {waiting > usersMax && <p className="text-bad">{t('tooMany', { max: usersMax, count: waiting - usersMax })}</p>}
    </>
  )
}

/**
 * Says why nothing is left to test. Rows to fix were refused by the last import, so they are not tested while
 * unchanged.
 */
const whyNothing = (rows: number, isRefused: boolean) => (rows === 0 ? 'noRows' : isRefused ? 'refused' : 'tested')

function LastResult({ result }: { result: NonNullable<Check['result']> }) {
  const t = useTranslations('userJobs')
  return (
    <output className="block text-ink-muted">
      {describeResult(t, result)} {result.open > 0 && t('dryRun.open', { count: result.open })} {result.note}{' '}
      <Link href={userJobHref(result.jobId)} className="underline underline-offset-2">
        {t('dryRun.details')}
      </Link>
    </output>
  )
}

/** Renders nothing before the job exists or after it has ended, because then there is nothing to stop. */
function StopButton({ check: { job, jobId, isOver } }: { check: Check }) {
  const t = useTranslations('userJobs.dryRun')
  const toast = useToast()
  const cancel = useMutation({
    mutationFn: userJobCalls.cancel,
    onError: (error) => toast.show({ tone: 'bad', title: t('notStopped'), description: describeError(error).message }),
  })
  if (jobId === null || isOver) return null
  return (
    <Button busy={cancel.isPending} disabled={job?.cancelAskedAt != null} onClick={() => cancel.mutate(jobId)}>
      {job?.cancelAskedAt == null ? t('actions.stop') : t('actions.stopping')}
    </Button>
  )
}

function CheckError({ check }: { check: Check }) {
  const t = useTranslations('userJobs.dryRun')
  const kept = t('kept')
  if (check.jobId === null)
    return (
      <ErrorNotice
        error={check.error}
        title={t('notStarted')}
        kept={kept}
        onRetry={() => void check.start()}
        next={t('retryOnce')}
      />
    )
  if (check.isOver)
    return <ErrorNotice error={check.error} title={t('resultsFailed')} kept={kept} onRetry={check.retryMerge} />
  return (
    <ErrorNotice
      error={check.error}
      title={t('progressFailed')}
      kept={kept}
      tone="attention"
      next={t('progressNext')}
    />
  )
}
