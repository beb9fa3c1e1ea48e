'use client'

import { FileDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/browser/numbers'
import { saveText } from '@/lib/browser/save-file'
import { usersMax } from '@/lib/user-jobs/schema'
import { blankCells } from '@/lib/user-jobs/sheet/to-users'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import type { StartPlan } from './workbench-plan'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import type { StepId } from '@/components/user-jobs/workbench/workbench-steps'

/** What to know before a start, each with what can be done about it. */
export function PlanNotes({
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
          {leftOut.length === 1 ? '1 row is' : `${formatCount(leftOut.length)} rows are`} left out for errors
          {partial > 0 && !sendsPartial && leftOut.length > partial && `, the ${formatCount(partial)} among them`}.
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
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex min-w-0 gap-2 [&>svg]:mt-0.5">
        <LevelIcon level={level} label={level} />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </li>
  )
}

async function saveLeftOut({ sheet, secret, sourceName }: BenchSheet, leftOut: StartPlan['leftOut']): Promise<void> {
  const { writeFailedRows } = await import('@/lib/user-jobs/parse/files')
  const rows = leftOut.map(({ rowId, reasons }) => ({
    cells: blankCells(sheet.row(rowId)?.cells ?? [], secret),
    reasons,
  }))
  const name = sourceName.replace(/\.[a-z]+$/iu, '').replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
  saveText(`${name}-left-out.csv`, 'text/csv', writeFailedRows(sheet.header, rows))
}
