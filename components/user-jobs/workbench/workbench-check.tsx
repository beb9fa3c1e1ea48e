'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { CloudCheck } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { ProgressBar } from '@/components/ui/progress-bar'
import { useToast } from '@/components/ui/toast'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { usersMax } from '@/lib/user-jobs/schema'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { countSettled, describeJob, toneOfJob } from '@/components/user-jobs/jobs/job-words'
import { type Check, listToCheck } from './use-check'
import { hasError, isUnchecked, type BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'

const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** Asking the service about the rows before anything is done, and how far that is. */
export function CheckBar({ bench, check, onNext }: { bench: BenchSheet; check: Check; onNext: () => void }) {
  const { sheet, validator } = bench
  const toast = useToast()
  const cancel = useMutation({
    mutationFn: userJobCalls.cancel,
    onError: (error) =>
      toast.show({ tone: 'bad', title: 'The check was not stopped', description: describeError(error).message }),
  })
  const { job, result } = check
  const toCheck = listToCheck(bench)
  const withErrors = sheet.rowIds.filter((id) => isUnchecked(sheet, validator, id) && hasError(validator, id)).length
  const isTooMany = toCheck.length > usersMax
  return (
    <section
      aria-label="Check with the service"
      className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          {check.isBusy ? (
            <output className="flex flex-wrap items-center gap-2">
              {job === undefined ? (
                check.jobId === null ? (
                  `Handing over ${countRows(toCheck.length)} …`
                ) : (
                  'Asking how far the check is …'
                )
              ) : (
                <>
                  <Badge tone={toneOfJob(job)}>{describeJob(job)}</Badge>
                  {check.isOver && 'Reading the results …'}
                </>
              )}
            </output>
          ) : (
            <>
              <p>
                {toCheck.length === 0
                  ? sheet.rowIds.length === 0
                    ? 'There are no rows.'
                    : 'Nothing waits for a check.'
                  : `${countRows(toCheck.length)} ${toCheck.length === 1 ? 'has' : 'have'} not been checked as ${toCheck.length === 1 ? 'it is' : 'they are'}. The service says what it would do; nothing is changed there.`}
              </p>
              {withErrors > 0 && (
                <p className="text-ink-muted">
                  {countRows(withErrors)} with errors {withErrors === 1 ? 'stays' : 'stay'} out of the check until
                  mended.
                </p>
              )}
              {isTooMany && (
                <p className="text-bad">
                  One job takes {formatCount(usersMax)} users. Delete {countRows(toCheck.length - usersMax)}, or bring
                  them in with a second job.
                </p>
              )}
            </>
          )}
          {result !== null && !check.isBusy && (
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
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {check.isBusy ? (
            <>
              {check.jobId !== null && !check.isOver && (
                <Button
                  busy={cancel.isPending}
                  disabled={job?.cancelAskedAt != null}
                  onClick={() => check.jobId !== null && cancel.mutate(check.jobId)}
                >
                  {job?.cancelAskedAt == null ? 'Stop the check' : 'Stopping'}
                </Button>
              )}
            </>
          ) : (
            <>
              <Button
                variant={toCheck.length > 0 ? 'primary' : 'secondary'}
                icon={CloudCheck}
                disabled={toCheck.length === 0 || isTooMany || validator.pending > 0}
                onClick={() => void check.start()}
              >
                Check with the service
              </Button>
            </>
          )}
          <Button variant={toCheck.length === 0 && !check.isBusy ? 'primary' : 'secondary'} onClick={onNext}>
            Continue to the plan
          </Button>
        </div>
      </div>
      {check.isBusy && job !== undefined && (
        <ProgressBar value={job.phase === 'sending' ? job.sent : countSettled(job)} max={job.total} />
      )}
      {check.error !== null && (
        <ErrorNotice
          error={check.error}
          title={
            check.jobId === null
              ? 'The check was not started'
              : check.isOver
                ? 'The results could not be read'
                : 'How far the check is could not be read'
          }
          kept="Your rows are as they were."
          {...(check.jobId === null
            ? { onRetry: () => void check.start(), next: 'Asked again, it is the same check.' }
            : check.isOver
              ? { onRetry: check.retryMerge }
              : { tone: 'attention' as const, next: 'It goes on by itself, and is asked for again.' })}
        />
      )}
    </section>
  )
}
