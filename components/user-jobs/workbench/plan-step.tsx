'use client'

import { useRouter } from 'next/navigation'
import { useMemo, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/segmented'
import { Spinner } from '@/components/ui/spinner'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { immediateMax, usersMax } from '@/lib/user-jobs/schema'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { noteOpenJob } from '@/components/user-jobs/jobs/job-open'
import { PlanNotes } from './plan-notes'
import { useLookup } from './use-lookup'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { useStart, type Way } from './use-start'
import { describePlan, listEmails, makePlan, tellUntold } from './workbench-plan'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import type { StepId } from './workbench-steps'

const fates = [
  { key: 'create', label: 'New', hint: 'No user has this e-mail yet.' },
  {
    key: 'update',
    label: 'Changed',
    hint: 'These users exist; what the row names is set, also where it is so already.',
  },
  {
    key: 'unchanged',
    label: 'As they are',
    hint: 'All that the row names is so already.',
  },
  { key: 'unknown', label: 'Not known', hint: 'New or changed: the service could not be asked.' },
  { key: 'leftOut', label: 'Left out', hint: 'Rows with errors are not sent.' },
] as const

/** What a start would do, in numbers, and the start itself. */
export function PlanStep({
  bench,
  onStarted,
  onStep,
}: {
  bench: BenchSheet
  onStarted: () => void
  onStep: (step: StepId) => void
}) {
  const { sheet, validator, mapping } = bench
  const router = useRouter()
  const { version, judged } = useSheet(sheet, validator)
  const [isAsking, setIsAsking] = useState(false)
  const [way, setWay] = useState<Way>('job')
  const [sendsPartial, setSendsPartial] = useState(false)
  const emails = useMemo(
    () => (version + judged >= 0 ? listEmails(sheet, validator, mapping) : []),
    [sheet, validator, mapping, version, judged],
  )
  const { lookup, error, isBusy, retry } = useLookup(emails)
  const plan = useMemo(
    () => (version + judged >= 0 ? makePlan(sheet, validator, mapping, lookup, { sendsPartial }) : null),
    [sheet, validator, mapping, lookup, sendsPartial, version, judged],
  )
  const start = useStart(bench, (jobId) => {
    onStarted()
    noteOpenJob(jobId)
    router.push(userJobHref(jobId))
  })
  if (plan === null) return null
  const { counts, sentIds } = plan
  const mayBeImmediate = sentIds.length > 0 && sentIds.length <= immediateMax
  const chosenWay: Way = mayBeImmediate ? way : 'job'
  const isTooMany = sentIds.length > usersMax
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <ErrorNotice
          error={error}
          title="Which of them exist already could not be asked in full"
          kept="The rest of the plan stands; a start is possible all the same."
          tone="attention"
          onRetry={retry}
          isRetrying={isBusy}
        />
      )}
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {fates
          .filter(({ key }) => key !== 'unknown' || counts.unknown > 0)
          .map(({ key, label, hint }) => (
            <div key={key} className="flex flex-col gap-1 rounded border border-line bg-surface p-3">
              <dt className="text-sm font-medium">{label}</dt>
              <dd className="flex flex-col gap-1">
                <span className="text-xl font-semibold tabular-nums">
                  {isBusy && key !== 'leftOut' && key !== 'unknown' && counts[key] === 0
                    ? '…'
                    : formatCount(counts[key])}
                </span>
                <span className="text-xs text-ink-muted">
                  {hint}
                  {key === 'update' && plan.untold.rows > 0 && ` ${tellUntold(plan.untold)}`}
                </span>
              </dd>
            </div>
          ))}
      </dl>
      {isBusy && (
        <output className="flex items-center gap-2 text-sm text-ink-muted">
          <Spinner /> Asking the service which of {formatCount(emails.length)} users exist …
        </output>
      )}
      <PlanNotes
        plan={plan}
        bench={bench}
        isTooMany={isTooMany}
        sendsPartial={sendsPartial}
        onSendPartial={setSendsPartial}
        onStep={onStep}
      />
      {mayBeImmediate && (
        <div className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm">
          <p>
            Up to {immediateMax} users may take the immediate way: one request, answered at once, not to be cancelled
            once it is out.
          </p>
          <Segmented
            label="Way"
            className="w-64"
            value={chosenWay}
            options={[
              { value: 'job', label: 'As a job' },
              { value: 'immediate', label: 'At once' },
            ]}
            onChange={setWay}
          />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={() => onStep('fix')}>Back to the rows</Button>
        <Button
          variant="primary"
          disabled={sentIds.length === 0 || isTooMany || validator.pending > 0}
          onClick={() => setIsAsking(true)}
        >
          Start …
        </Button>
      </div>
      <Dialog
        open={isAsking}
        onOpenChange={(open) => {
          if (!start.isBusy) setIsAsking(open)
        }}
        size="sm"
        title={`${describePlan(plan)}?`}
        footer={
          <>
            <Button disabled={start.isBusy} onClick={() => setIsAsking(false)}>
              Not yet
            </Button>
            <Button
              variant="primary"
              data-autofocus
              busy={start.isBusy}
              onClick={() => void start.start(sentIds, chosenWay)}
            >
              Start
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 text-sm">
          <p>
            {plan.withPassword === 0
              ? 'No passwords are sent.'
              : `${formatCount(plan.withPassword)} of them come with a password.`}{' '}
            Users already done stay done when the job is cancelled.
          </p>
          {start.sameJobId !== null && (
            <div role="alert" className="flex flex-col gap-2 rounded border border-attention/30 bg-attention-soft p-3">
              <p>{describeError(start.error).message}</p>
              <div className="flex flex-wrap gap-2">
                <ButtonLink href={userJobHref(start.sameJobId)} size="sm">
                  Open that job
                </ButtonLink>
                <Button size="sm" busy={start.isBusy} onClick={() => void start.start(sentIds, chosenWay, true)}>
                  Send them once more
                </Button>
              </div>
            </div>
          )}
          {start.error !== null && start.sameJobId === null && (
            <ErrorNotice
              error={start.error}
              title="It is not known to have started"
              next={
                isAnswerLost(start.error)
                  ? 'Press Start again: it is the same job, never a second one.'
                  : 'Your rows are as they were.'
              }
            />
          )}
        </div>
      </Dialog>
    </div>
  )
}

const isAnswerLost = (error: unknown) => ['offline', 'unreadable'].includes(describeError(error).code ?? '')
