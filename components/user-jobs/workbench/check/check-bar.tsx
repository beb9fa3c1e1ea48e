'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { CloudCheck } from 'lucide-react'
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
import { listToCheck } from './check-merge'
import type { Check } from './use-check'

const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** Asking the service about the rows before anything is done, and how far that is. */
export function CheckBar({ bench, check, onNext }: { bench: BenchSheet; check: Check; onNext: () => void }) {
  const { job, isBusy } = check
  const waiting = listToCheck(bench).length
  return (
    <section
      aria-label="Check with the service"
      className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          {isBusy ? (
            <CheckState check={check} waiting={waiting} />
          ) : (
            <>
              <Waiting bench={bench} waiting={waiting} />
              {check.result !== null && <LastResult result={check.result} />}
            </>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {isBusy ? (
            <StopButton check={check} />
          ) : (
            <Button
              variant={waiting > 0 ? 'primary' : 'secondary'}
              icon={CloudCheck}
              disabled={waiting === 0 || waiting > usersMax || bench.validator.pending > 0}
              onClick={() => void check.start()}
            >
              Check with the service
            </Button>
          )}
          <Button variant={waiting === 0 && !isBusy ? 'primary' : 'secondary'} onClick={onNext}>
            Continue to the plan
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

/** How far the check is that is under way. */
function CheckState({ check: { job, jobId, isOver }, waiting }: { check: Check; waiting: number }) {
  return (
    <output className="flex flex-wrap items-center gap-2">
      {job === undefined ? (
        jobId === null ? (
          `Handing over ${countRows(waiting)} …`
        ) : (
          'Asking how far the check is …'
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

/** What the next check would send, and what it would leave out. */
function Waiting({ bench: { sheet, validator }, waiting }: { bench: BenchSheet; waiting: number }) {
  const withErrors = sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && hasError(validator, id)).length
  return (
    <>
      <p>
        {waiting === 0
          ? sheet.rowIds.length === 0
            ? 'There are no rows.'
            : 'Nothing waits for a check.'
          : `${countRows(waiting)} ${waiting === 1 ? 'has' : 'have'} not been checked as ${waiting === 1 ? 'it is' : 'they are'}. The service says what it would do; nothing is changed there.`}
      </p>
      {withErrors > 0 && (
        <p className="text-ink-muted">
          {countRows(withErrors)} with errors {withErrors === 1 ? 'stays' : 'stay'} out of the check until mended.
        </p>
      )}
      {waiting > usersMax && (
        <p className="text-bad">
          One job takes {formatCount(usersMax)} users. Delete {countRows(waiting - usersMax)}, or bring them in with a
          second job.
        </p>
      )}
    </>
  )
}

function LastResult({ result }: { result: NonNullable<Check['result']> }) {
  return (
    <output className="block">
      {countRows(result.checked)} checked: the service said something of {formatCount(result.told)}, nothing of{' '}
      {formatCount(result.checked - result.told)}.
      {result.open > 0 &&
        ` ${countRows(result.open)} changed meanwhile or came back without an answer: they wait for another check.`}{' '}
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
      toast.show({ tone: 'bad', title: 'The check was not stopped', description: describeError(error).message }),
  })
  if (jobId === null || isOver) return null
  return (
    <Button busy={cancel.isPending} disabled={job?.cancelAskedAt != null} onClick={() => cancel.mutate(jobId)}>
      {job?.cancelAskedAt == null ? 'Stop the check' : 'Stopping'}
    </Button>
  )
}

function CheckError({ check }: { check: Check }) {
  const kept = 'Your rows are as they were.'
  if (check.jobId === null)
    return (
      <ErrorNotice
        error={check.error}
        title="The check was not started"
        kept={kept}
        onRetry={() => void check.start()}
        next="Asked again, it is the same check."
      />
    )
  if (check.isOver)
    return (
      <ErrorNotice error={check.error} title="The results could not be read" kept={kept} onRetry={check.retryMerge} />
    )
  return (
    <ErrorNotice
      error={check.error}
      title="How far the check is could not be read"
      kept={kept}
      tone="attention"
      next="It goes on by itself, and is asked for again."
    />
  )
}
