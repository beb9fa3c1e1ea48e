'use client'

import { FileDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/segmented'
import { Spinner } from '@/components/ui/spinner'
import { describeError } from '@/lib/browser/describe-error'
import { formatCount } from '@/lib/browser/numbers'
import { saveText } from '@/lib/browser/save-file'
import { immediateMax, usersMax } from '@/lib/user-jobs/schema'
import { blankCells } from '@/lib/user-jobs/to-users'
import { userJobHref } from './job-links'
import { noteOpenJob } from './job-open'
import { LevelIcon } from './grid-row'
import { useLookup } from './use-lookup'
import { useSheet } from './use-sheet'
import { useStart, type Way } from './use-start'
import { describePlan, listEmails, makePlan, type StartPlan } from './workbench-plan'
import type { BenchSheet } from './workbench-sheet'
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
    hint: 'The row names nothing but the first and last name, and these are so. More could not be compared.',
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
                <span className="text-xs text-ink-muted">{hint}</span>
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
            Up to {immediateMax} users may take the immediate way: one request, answered at once, not to be cancelled.
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
          {start.error !== null && (
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

function PlanNotes({
  plan,
  bench,
  isTooMany,
  sendsPartial,
  onSendPartial,
  onStep,
}: {
  plan: StartPlan
  bench: BenchSheet
  isTooMany: boolean
  sendsPartial: boolean
  onSendPartial: (next: boolean) => void
  onStep: (step: StepId) => void
}) {
  const { leftOut, partial, unchecked, newWithoutName, withPassword, sentIds } = plan
  return (
    <ul aria-label="To know before the start" className="flex flex-col gap-2 text-sm">
      {isTooMany && (
        <Note level="error">
          One job takes {formatCount(usersMax)} users, and {formatCount(sentIds.length)} rows would go out. Delete{' '}
          {formatCount(sentIds.length - usersMax)} of them, or bring them in with a second job.
        </Note>
      )}
      {sentIds.length === 0 && <Note level="error">No row is without errors: there is nothing to start.</Note>}
      {unchecked > 0 && (
        <Note
          level="warning"
          action={
            <Button size="sm" onClick={() => onStep('check')}>
              Check them
            </Button>
          }
        >
          {unchecked === 1
            ? '1 row has not been checked with the service as it is.'
            : `${formatCount(unchecked)} rows have not been checked with the service as they are.`}
        </Note>
      )}
      {newWithoutName > 0 && (
        <Note level="warning">
          {newWithoutName === 1 ? '1 new user lacks' : `${formatCount(newWithoutName)} new users lack`} a first or last
          name: the service refuses to create them.
        </Note>
      )}
      <Note level="info">
        {withPassword === 0
          ? 'No row has a password: those that users have stay as they are.'
          : `${withPassword === 1 ? '1 row has' : `${formatCount(withPassword)} rows have`} a password. The console keeps it only until the service has it.`}
      </Note>
      {partial > 0 && (
        <Note
          level="warning"
          action={
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={sendsPartial}
                onChange={({ currentTarget }) => onSendPartial(currentTarget.checked)}
                className="size-4 accent-(--accent)"
              />
              {partial === 1 ? 'Send it without that' : 'Send them without that'}
            </label>
          }
        >
          {sendsPartial
            ? `${partial === 1 ? '1 row goes' : `${formatCount(partial)} rows go`} out although the service refuses a part: the user is written without what it named.`
            : `${partial === 1 ? '1 row is' : `${formatCount(partial)} rows are`} left out because the service refuses a part, such as one group. It would write the user without that.`}
        </Note>
      )}
      {leftOut.length > 0 && (
        <Note
          level="warning"
          action={
            <Button size="sm" icon={FileDown} onClick={() => void saveLeftOut(bench, leftOut)}>
              Download them with reasons
            </Button>
          }
        >
          {leftOut.length === 1 ? '1 row is' : `${formatCount(leftOut.length)} rows are`} left out for errors.
        </Note>
      )}
    </ul>
  )
}

function Note({
  level,
  action,
  children,
}: {
  level: 'error' | 'warning' | 'info'
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="flex flex-wrap items-center gap-2">
      <LevelIcon level={level} label={level} />
      <span className="min-w-0">{children}</span>
      {action}
    </li>
  )
}

async function saveLeftOut({ sheet, secret, sourceName }: BenchSheet, leftOut: StartPlan['leftOut']): Promise<void> {
  const { writeFailedRows } = await import('@/lib/user-jobs/files')
  const rows = leftOut.map(({ rowId, reasons }) => ({
    cells: blankCells(sheet.row(rowId)?.cells ?? [], secret),
    reasons,
  }))
  const name = sourceName.replace(/\.[a-z]+$/iu, '').replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
  saveText(`${name}-left-out.csv`, 'text/csv', writeFailedRows(sheet.header, rows))
}
