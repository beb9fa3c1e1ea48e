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

/**
 * What people should know before an import: a card for each decision with what decides it, and below them plain facts.
 */
export function PlanNotes({
  plan,
  bench,
  isTooMany,
  sendsPartial,
  onSendPartial,
}: {
  plan: StartPlan
  bench: BenchSheet
  isTooMany: boolean
  sendsPartial: boolean
  onSendPartial: (next: boolean) => void
}) {
  const t = useTranslations('userJobs.confirm.notes')
  const { partial, unchecked, newWithoutName, withPassword, sentIds } = plan
  // Rows that would be imported in part are a decision of their own and are not counted a second time.
  const leftOut = plan.leftOut.filter((row) => !row.isPartial)
  const unsent = plan.leftOut.filter((row) => row.isPartial)
  const ignored = unmappedHeads(bench.sheet.header, bench.mapping).map(({ head }) => head)
  return (
    <ul aria-label={t('label')} className="flex flex-col gap-2 text-sm">
      {isTooMany && (
        <Note level="error">
          {t('tooMany', { max: usersMax, count: sentIds.length, over: sentIds.length - usersMax })}
        </Note>
      )}
      {sentIds.length === 0 && <Note level="error">{t('nothing')}</Note>}
      {partial > 0 && (
        <Note
          level="warning"
          action={
            <>
              <label className="flex min-h-6 items-center gap-2">
                <Checkbox
                  checked={sendsPartial}
                  onChange={({ currentTarget }) => onSendPartial(currentTarget.checked)}
                />
                {t('sendPartial', { count: partial })}
              </label>
              {unsent.length > 0 && <DownloadButton bench={bench} rows={unsent} />}
            </>
          }
        >
          {t(sendsPartial ? 'partialSent' : 'partial', { count: partial })}
        </Note>
      )}
      {leftOut.length > 0 && (
        <Note level="warning" action={<DownloadButton bench={bench} rows={leftOut} />}>
          {t('leftOut', { count: leftOut.length })}
        </Note>
      )}
      {unchecked > 0 && <Note level="warning">{t('untested', { count: unchecked })}</Note>}
      {newWithoutName > 0 && <Note level="warning">{t('noName', { count: newWithoutName })}</Note>}
      <Note level="info">{withPassword === 0 ? t('noPasswords') : t('passwords', { count: withPassword })}</Note>
      {ignored.length > 0 && (
        <Note level="info">
          <Unmapped heads={ignored} />
        </Note>
      )}
    </ul>
  )
}

/** One note; with an action, it is a card. */
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
    <li
      className={
        action === undefined ? '' : 'flex flex-col items-start gap-2 rounded border border-line bg-surface p-3'
      }
    >
      <span className="flex min-w-0 gap-2 [&>svg]:mt-0.5">
        <LevelIcon level={level} label={t(level)} />
        <span className="min-w-0">{children}</span>
      </span>
      {action}
    </li>
  )
}

function DownloadButton({ bench, rows }: { bench: BenchSheet; rows: StartPlan['leftOut'] }) {
  const t = useTranslations('userJobs')
  return (
    <Button size="sm" icon={FileDown} onClick={() => void saveLeftOut(t, bench, rows)}>
      {t('confirm.notes.actions.download')}
    </Button>
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
