'use client'

import { FileDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Button } from '@/components/ui/button'
import { saveText } from '@/lib/browser/save-file'
import { usersMax } from '@/lib/user-jobs/values-model'
import { unmappedHeads } from '@/lib/user-jobs/sheet/columns'
import { describeIssue, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import { blankCells } from '@/lib/user-jobs/sheet/to-users'
import { LevelIcon } from '@/components/user-jobs/grid/grid-row'
import type { StartPlan } from './workbench-plan'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { Unmapped } from '@/components/user-jobs/workbench/mapping-panel'
import type { StepId } from '@/components/user-jobs/workbench/workbench-steps'

/** Notes that people should read before an import, each with an action if there is one. */
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
  const t = useTranslations('userJobs')
  const { leftOut, partial, unchecked, newWithoutName, withPassword, sentIds } = plan
  const ignored = unmappedHeads(bench.sheet.header, bench.mapping).map(({ head }) => head)
  return (
    <ul aria-label={t('confirm.notes.label')} className="flex flex-col gap-2 text-sm">
      {isTooMany && (
        <Note level="error">
          {t('confirm.notes.tooMany', {
            max: usersMax,
            count: sentIds.length,
            over: sentIds.length - usersMax,
          })}
        </Note>
      )}
      {sentIds.length === 0 && <Note level="error">{t('confirm.notes.nothing')}</Note>}
      {unchecked > 0 && (
        <Note
          level="warning"
          action={
            <Button size="sm" onClick={() => onStep('fix')}>
              {t('confirm.notes.actions.test')}
            </Button>
          }
        >
          {t('confirm.notes.untested', { count: unchecked })}
        </Note>
      )}
      {newWithoutName > 0 && <Note level="warning">{t('confirm.notes.noName', { count: newWithoutName })}</Note>}
      <Note level="info">
        {withPassword === 0 ? t('confirm.notes.noPasswords') : t('confirm.notes.passwords', { count: withPassword })}
      </Note>
      {ignored.length > 0 && (
        <Note level="info">
          <Unmapped heads={ignored} />
        </Note>
      )}
      {partial > 0 && (
        <Note
          level="warning"
          action={
            <label className="flex items-center gap-2">
              <Checkbox checked={sendsPartial} onChange={({ currentTarget }) => onSendPartial(currentTarget.checked)} />
              {t('confirm.notes.sendPartial', { count: partial })}
            </label>
          }
        >
          {t(sendsPartial ? 'confirm.notes.partialSent' : 'confirm.notes.partial', { count: partial })}
        </Note>
      )}
      {leftOut.length > 0 && (
        <Note
          level="warning"
          action={
            <Button size="sm" icon={FileDown} onClick={() => void saveLeftOut(t, bench, leftOut)}>
              {t('confirm.notes.actions.download')}
            </Button>
          }
        >
          {partial > 0 && !sendsPartial && leftOut.length > partial
            ? t('confirm.notes.leftOutPartial', { count: leftOut.length, partial })
            : t('confirm.notes.leftOut', { count: leftOut.length })}
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
  const t = useTranslations('userJobs.grid.levels')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span className="flex min-w-0 gap-2 [&>svg]:mt-0.5">
        <LevelIcon level={level} label={t(level)} />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </li>
  )
}

async function saveLeftOut(
  t: UserJobTexts,
  { sheet, secret, sourceName }: BenchSheet,
  leftOut: StartPlan['leftOut'],
): Promise<void> {
  const { writeFailedRows } = await import('@/lib/user-jobs/parse/files')
  const rows = leftOut.map(({ rowId, errors }) => ({
    cells: blankCells(sheet.row(rowId)?.cells ?? [], secret),
    reasons: errors.map((error) => {
      const issue = describeIssue(t, error)
      const { column } = error
      return column === null ? issue : t('confirm.notes.ofCell', { column: sheet.header[column] ?? '', issue })
    }),
  }))
  const name = sourceName.replace(/\.[a-z]+$/iu, '').replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
  saveText(`${name}-left-out.csv`, 'text/csv', writeFailedRows(sheet.header, rows))
}
