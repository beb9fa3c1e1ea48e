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
import { Button, IconButton } from '@/components/ui/button'
import { Menu, MenuChoice, MenuItem } from '@/components/ui/menu'
import { formatCount } from '@/lib/browser/numbers'
import type { Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { faultWords, type RowFilter } from './grid-model'
import { turn } from './grid-edits'

const plainFilters = ['all', 'faults', 'errors', 'warnings', 'touched'] as const

/** What a filter leaves, in words. */
function nameFilter(filter: RowFilter): string {
  if (filter === 'all') return 'All rows'
  if (filter === 'faults') return 'Rows with faults'
  if (filter === 'errors') return 'Rows with errors'
  if (filter === 'warnings') return 'Rows with warnings'
  if (filter === 'touched') return 'Changed since the check'
  const [, code = ''] = filter.split(':')
  return Object.entries(faultWords).find(([key]) => key === code)?.[1] ?? code
}

export interface ToolbarActions {
  onFilter: (filter: RowFilter) => void
  onFault: (isBackwards: boolean) => void
  onFind: () => void
  onFill: () => void
  onAddRow: () => void
  onDeleteRows: () => void
  onDeleteShown: () => void
}

/** What can be done with the sheet as a whole, and how many faults there are. */
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
  /** Rows that are shown. */
  shown: number
  selectedRows: number
  actions: ToolbarActions
}) {
  const { counts } = validator
  const hasFaults = counts.errors + counts.warnings > 0
  const options = [
    ...plainFilters.map((value) => ({ value: value as RowFilter, label: nameFilter(value) })),
    ...[...new Set(counts.byCode.map(({ code }) => code))].map((code) => ({
      value: `code:${code}` as RowFilter,
      label: faultWords[code],
      hint: formatCount(counts.byCode.reduce((sum, one) => sum + (one.code === code ? one.count : 0), 0)),
    })),
  ]
  return (
    <div role="toolbar" aria-label="Sheet" className="flex flex-wrap items-center gap-1.5">
      <Menu
        align="start"
        className="max-h-[60dvh]"
        trigger={
          <Button icon={ListFilter}>
            {nameFilter(filter)}
            {filter === 'all' ? '' : ` (${formatCount(shown)})`}
          </Button>
        }
      >
        <MenuChoice label="Show" value={filter} options={options} onChange={actions.onFilter} />
      </Menu>
      <div className="flex">
        <IconButton
          label="Previous fault"
          keys="shift+F8"
          icon={ArrowUp}
          disabled={!hasFaults}
          onClick={() => actions.onFault(true)}
        />
        <IconButton
          label="Next fault"
          keys="F8"
          icon={ArrowDown}
          disabled={!hasFaults}
          onClick={() => actions.onFault(false)}
        />
      </div>
      <div className="flex">
        <IconButton
          label={sheet.undoLabel === null ? 'Undo' : `Undo: ${sheet.undoLabel}`}
          keys="mod+z"
          icon={Undo2}
          disabled={sheet.undoLabel === null}
          onClick={() => turn(sheet, 'undo')}
        />
        <IconButton
          label={sheet.redoLabel === null ? 'Redo' : `Redo: ${sheet.redoLabel}`}
          keys="mod+y"
          icon={Redo2}
          disabled={sheet.redoLabel === null}
          onClick={() => turn(sheet, 'redo')}
        />
      </div>
      <Button icon={Replace} onClick={actions.onFind}>
        Find and replace
      </Button>
      <Menu align="start" trigger={<IconButton label="More for rows and cells" variant="secondary" icon={Ellipsis} />}>
        <MenuItem icon={ArrowDownToLine} disabled={selectedRows < 2} onSelect={actions.onFill}>
          Fill down
        </MenuItem>
        <MenuItem icon={Plus} onSelect={actions.onAddRow}>
          Add a row
        </MenuItem>
        <MenuItem icon={Trash2} disabled={selectedRows === 0} onSelect={actions.onDeleteRows}>
          {selectedRows > 1 ? `Delete ${formatCount(selectedRows)} rows` : 'Delete this row'}
        </MenuItem>
        {filter !== 'all' && (
          <MenuItem icon={Trash2} disabled={shown === 0} onSelect={actions.onDeleteShown}>
            Delete the {formatCount(shown)} rows shown
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

const counted = (count: number, one: string) => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`

/** The state of the sheet, in numbers. */
export function describeSheet(sheet: Sheet, validator: Validator, blankRows: number): string {
  const { errors, warnings, badRows } = validator.counts
  const parts = [counted(sheet.rowIds.length, 'row')]
  parts.push(errors === 0 ? 'no errors' : `${counted(errors, 'error')} in ${counted(badRows, 'row')}`)
  if (warnings > 0) parts.push(counted(warnings, 'warning'))
  if (blankRows > 0) parts.push(`${counted(blankRows, 'blank row')} skipped`)
  if (validator.pending > 0) parts.push(`checking ${formatCount(validator.pending)} more`)
  return parts.join(' · ')
}
