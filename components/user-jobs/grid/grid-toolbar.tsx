'use client'

import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  ListFilter,
  Plus,
  Redo2,
  Replace,
  Trash2,
  Undo2,
  ArrowDownToLine,
} from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuChoice, MenuItem } from '@/components/ui/menu'
import { describeStep, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import { issueCodes, type Sheet, type Validator } from '@/lib/user-jobs/sheet/types'
import type { RowFilter } from './grid-model'
import { turn } from './grid-edits'

const plainFilters = ['all', 'issues', 'errors', 'warnings', 'touched'] as const

/** The label of a filter. */
function nameFilter(t: UserJobTexts, filter: RowFilter): string {
  const plain = plainFilters.find((one) => one === filter)
  if (plain !== undefined) return t(`grid.filters.${plain}`)
  const code = issueCodes.find((one) => filter === `code:${one}`)
  return code === undefined ? filter : t(`grid.codes.${code}`)
}

export interface ToolbarActions {
  onFilter: (filter: RowFilter) => void
  onIssue: (isBackwards: boolean) => void
  onFind: () => void
  onFill: () => void
  onAddRow: () => void
  onDeleteRows: () => void
  onDeleteShown: () => void
}

/** The actions for the whole sheet, and the number of errors. */
export function GridToolbar({
  sheet,
  validator,
  filter,
  shown,
  selectedRows,
  actions,
}: {
  sheet: Sheet
  validator: Validator
  filter: RowFilter
  /** The visible rows. */
  shown: number
  selectedRows: number
  actions: ToolbarActions
}) {
  const t = useTranslations('userJobs')
  const format = useFormatter()
  const { counts } = validator
  const hasIssues = counts.errors + counts.warnings > 0
  const options = [
    ...plainFilters.map((value) => ({ value: value as RowFilter, label: nameFilter(t, value) })),
    ...[...new Set(counts.byCode.map(({ code }) => code))].map((code) => ({
      value: `code:${code}` as RowFilter,
      label: t(`grid.codes.${code}`),
      hint: format.number(counts.byCode.reduce((sum, one) => sum + (one.code === code ? one.count : 0), 0)),
    })),
  ]
  return (
    <div role="toolbar" aria-label={t('grid.toolbar')} className="flex flex-wrap items-center gap-1.5">
      <Menu
        align="start"
        className="max-h-[60dvh]"
        trigger={
          <Button icon={ListFilter}>
            {filter === 'all'
              ? nameFilter(t, filter)
              : t('grid.filters.counted', { filter: nameFilter(t, filter), count: shown })}
          </Button>
        }
      >
        <MenuChoice label={t('grid.filters.label')} value={filter} options={options} onChange={actions.onFilter} />
      </Menu>
      <div className="flex">
        <IconButton
          label={t('grid.actions.previous')}
          keys="shift+F8"
          icon={ArrowUp}
          disabled={!hasIssues}
          onClick={() => actions.onIssue(true)}
        />
        <IconButton
          label={t('grid.actions.next')}
          keys="F8"
          icon={ArrowDown}
          disabled={!hasIssues}
          onClick={() => actions.onIssue(false)}
        />
      </div>
      <div className="flex">
        <IconButton
          label={
            sheet.undoLabel === null
              ? t('grid.actions.undo')
              : t('grid.undoStep', { step: describeStep(t, sheet.undoLabel) })
          }
          keys="mod+z"
          icon={Undo2}
          disabled={sheet.undoLabel === null}
          onClick={() => turn(t, sheet, 'undo')}
        />
        <IconButton
          label={
            sheet.redoLabel === null
              ? t('grid.actions.redo')
              : t('grid.redoStep', { step: describeStep(t, sheet.redoLabel) })
          }
          keys="mod+y"
          icon={Redo2}
          disabled={sheet.redoLabel === null}
          onClick={() => turn(t, sheet, 'redo')}
        />
      </div>
      <Button icon={Replace} onClick={actions.onFind}>
        {t('grid.actions.find')}
      </Button>
      <MoreMenu filter={filter} shown={shown} selectedRows={selectedRows} actions={actions} />
    </div>
  )
}

function MoreMenu({
  filter,
  shown,
  selectedRows,
  actions,
}: {
  filter: RowFilter
  shown: number
  selectedRows: number
  actions: ToolbarActions
}) {
  const t = useTranslations('userJobs.grid')
  return (
    <Menu align="start" trigger={<IconButton label={t('more')} variant="secondary" icon={Ellipsis} />}>
      <MenuItem icon={ArrowDownToLine} disabled={selectedRows < 2} onSelect={actions.onFill}>
        {t('actions.fillDown')}
      </MenuItem>
      <MenuItem icon={Plus} onSelect={actions.onAddRow}>
        {t('actions.addRow')}
      </MenuItem>
      <MenuItem icon={Trash2} disabled={selectedRows === 0} onSelect={actions.onDeleteRows}>
        {t('actions.deleteRows', { count: Math.max(1, selectedRows) })}
      </MenuItem>
      {filter !== 'all' && (
        <MenuItem icon={Trash2} disabled={shown === 0} onSelect={actions.onDeleteShown}>
          {t('actions.deleteShown', { count: shown })}
        </MenuItem>
      )}
    </Menu>
  )
}

/** The counts of the sheet. */
export function describeSheet(t: UserJobTexts, sheet: Sheet, validator: Validator, blankRows: number): string {
  const { errors, warnings, badRows } = validator.counts
  let summary = t('grid.summary', { rows: sheet.rowIds.length, errors, badRows })
  if (warnings > 0) summary = t('grid.withWarnings', { summary, count: warnings })
  if (blankRows > 0) summary = t('grid.skipped', { summary, count: blankRows })
  return validator.pending > 0 ? t('grid.pending', { summary, count: validator.pending }) : summary
}
