'use client'

import { useMutation } from '@tanstack/react-query'
import { ArrowDown, CircleX, CloudCheck } from 'lucide-react'
import Link from 'next/link'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useToast } from '@/components/ui/toast'
import { hasError, isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { countSettled, describeJob, toneOfJob } from '@/components/user-jobs/jobs/job-words'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { usersMax } from '@/lib/user-jobs/schema'
import { describeResult, listToCheck } from './check-merge'
import type { Check } from './use-check'

const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

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
  const { job, isBusy } = check
  const waiting = listToCheck(bench).length
  const { errors, badRows, byCode } = bench.validator.counts
  const hasFound = byCode.some(({ code, level }) => code === 'service' && level === 'error')
  // Errors of the file do not keep the other rows from their first dry run.
  const isToFix = badRows > 0 && (hasFound || waiting === 0)
  return (
    <section aria-label="Dry run" className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm">
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
              Next error ({formatCount(errors)})
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
                {waiting === 0 ? 'Test rows' : `Test ${countRows(waiting)}`}
              </Button>
            )
          )}
          <Button variant={waiting === 0 && !isBusy && !isToFix ? 'primary' : 'secondary'} onClick={onNext}>
            {badRows > 0 ? `Continue without ${countRows(badRows)}` : 'Continue to the plan'}
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
  return (
    <p className="flex items-center gap-1.5 font-medium text-bad">
      <CircleX aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {formatCount(bad)} of {countRows(total)} {bad === 1 ? 'has' : 'have'} errors
    </p>
  )
}

/** The progress of a dry run. */
function CheckState({ check: { job, jobId, isOver }, waiting }: { check: Check; waiting: number }) {
  return (
    <output className="flex flex-wrap items-center gap-2">
      {job === undefined ? (
        jobId === null ? (
          `Sending ${countRows(waiting)} …`
        ) : (
          'Reading the progress of the dry run …'
        )
      ) : (
        <>
          <Badge tone={toneOfJob(job)}>{describeJob(job)}</Badge>
          {isOver && 'Reading the results …'}
        </>
      )}
    </output>
  )
}

/** What the next dry run would send, and what it would leave out. */
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
  const withErrors = sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && hasError(validator, id)).length
  const isFirst = waiting > 0 && sheet.dirtyRowIds.size === sheet.rowIds.length && !hasResult
  return (
    <>
      {isFirst ? (
        <p>Dry run: test {countRows(waiting)} without changing anything.</p>
      ) : waiting > 0 ? (
        <p>
          {countRows(waiting)} not tested since {waiting === 1 ? 'it' : 'they'} changed.
        </p>
      ) : (
        !hasResult && (
          <p>
            {describeTested(sheet.rowIds.length, ofJobId !== null && sheet.dirtyRowIds.size === sheet.rowIds.length)}
          </p>
        )
      )}
      {withErrors > 0 && !hasResult && (
        <p className="text-ink-muted">
          {countRows(withErrors)} with errors {withErrors === 1 ? 'is' : 'are'} not tested until you fix{' '}
          {withErrors === 1 ? 'it' : 'them'}.
        </p>
      )}
      {waiting > usersMax && (
        <p className="text-bad">
          One job takes {formatCount(usersMax)} users. Delete {countRows(waiting - usersMax)}, or import them with a
          second job.
        </p>
      )}
    </>
  )
}

/** Nothing is left to test. Rows that a job left to fix were refused by it, and are not tested while they are unchanged. */
function describeTested(rows: number, isRefused: boolean): string {
  if (rows === 0) return 'There are no rows.'
  return isRefused ? 'No row was changed since the last job.' : 'All rows are tested.'
}

function LastResult({ result }: { result: NonNullable<Check['result']> }) {
  return (
    <output className="block text-ink-muted">
      {describeResult(result)}
      {result.open > 0 &&
        ` ${countRows(result.open)} changed during the dry run or got no answer. Test ${result.open === 1 ? 'it' : 'them'} again.`}{' '}
      {result.note}{' '}
      <Link href={userJobHref(result.jobId)} className="underline underline-offset-2">
        Show the job
      </Link>
    </output>
  )
}

/** Nothing before the job exists or once it has ended: there is nothing to stop. */
function StopButton({ check: { job, jobId, isOver } }: { check: Check }) {
  const toast = useToast()
  const cancel = useMutation({
    mutationFn: userJobCalls.cancel,
    onError: (error) =>
      toast.show({ tone: 'bad', title: 'The dry run was not stopped', description: describeError(error).message }),
  })
  if (jobId === null || isOver) return null
  return (
    <Button busy={cancel.isPending} disabled={job?.cancelAskedAt != null} onClick={() => cancel.mutate(jobId)}>
      {job?.cancelAskedAt == null ? 'Stop the dry run' : 'Stopping'}
    </Button>
  )
}

function CheckError({ check }: { check: Check }) {
  const kept = 'Your rows are unchanged.'
  if (check.jobId === null)
    return (
      <ErrorNotice
        error={check.error}
        title="The dry run was not started"
        kept={kept}
        onRetry={() => void check.start()}
        next="Retrying does not start a second one."
      />
    )
  if (check.isOver)
    return (
      <ErrorNotice error={check.error} title="The results could not be read" kept={kept} onRetry={check.retryMerge} />
    )
  return (
    <ErrorNotice
      error={check.error}
      title="The progress of the dry run could not be read"
      kept={kept}
      tone="attention"
      next="The dry run continues, and Sightline asks again."
    />
  )
}
