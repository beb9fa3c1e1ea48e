import { useTranslations } from 'next-intl'
import { type RefObject, useState } from 'react'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import type { CellIssue, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { applyFix, describePlacedIssue } from './issue-bar'
import { fillBlock, turn } from './grid-edits'
import { type GridSelection, meansIssue, type Place, type RowFilter } from './grid-model'
import type { RowsShown } from './use-row-filter'

function readSelectedRows(rowIds: readonly number[], { active, anchor }: GridSelection): readonly number[] {
  if (active === null) return []
  const at = rowIds.indexOf(active.rowId)
  if (at === -1) return []
  const from = anchor === null ? at : rowIds.indexOf(anchor.rowId)
  return from === -1 ? [active.rowId] : rowIds.slice(Math.min(at, from), Math.max(at, from) + 1)
}

const nothing: GridSelection = { active: null, anchor: null }

/** The selection in the sheet, and the actions of the toolbar and the keys. `root` contains the grid. */
export function useSheetActions(
  root: RefObject<HTMLElement | null>,
  sheet: Sheet,
  validator: Validator,
  rows: RowsShown,
) {
  const t = useTranslations('userJobs')
  const toast = useToast()
  const [selection, setSelection] = useState<GridSelection>(nothing)
  // After n or p went to an error, these letters go to further errors. Otherwise they are typed into the cell.
  const [isWalking, setIsWalking] = useState(false)
  const { filter, rowIds } = rows
  const selected = readSelectedRows(rowIds, selection)

  const choose = (next: RowFilter) => {
    rows.choose(next)
    setSelection(nothing)
  }
  const goTo = (place: Place) => {
    rows.include(place.rowId)
    // The focus comes before the selection, because a grid that is focused without an active cell activates its first
    // cell.
    root.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    setSelection({ active: place, anchor: null })
  }
  const show = (issue: CellIssue) => {
    goTo({ rowId: issue.rowId, column: issue.column ?? 0 })
    announce(describePlacedIssue(t, sheet, issue))
  }
  const goToIssue = (isBackwards: boolean) => {
    const issue = validator.next(selection.active, { rowIds, isWanted: meansIssue(filter), isBackwards })
    if (issue === null) {
      toast.show({
        title: filter === 'all' ? t('grid.noIssues.title') : t('grid.noIssues.shown'),
        ...(filter === 'all' ? {} : { action: { label: t('grid.actions.showAll'), onClick: () => choose('all') } }),
      })
      return
    }
    show(issue)
  }
  const deleteRows = (ids: readonly number[]) => {
    const count = sheet.deleteRows(ids)
    if (count === 0) return
    setSelection(nothing)
    toast.show({
      title: t('grid.deleted', { count }),
      action: { label: t('grid.actions.undo'), onClick: () => turn(t, sheet, 'undo') },
    })
  }
  return {
    selection,
    setSelection,
    isWalking,
    endWalk: () => setIsWalking(false),
    selected,
    choose,
    goTo,
    goToIssue,
    /**
     * Shows the rows with errors, and goes to the first error after a cell, or to the first error of the sheet for
     * null.
     */
    goToError: (after: Place | null) => {
      const issue = validator.next(after, { isWanted: meansIssue('errors') })
      if (issue === null) return
      if (after === null || filter !== 'errors') rows.choose('errors')
      show(issue)
    },
    walkTo: (isBackwards: boolean) => {
      setIsWalking(true)
      goToIssue(isBackwards)
    },
    fixActive: () => {
      const { active } = selection
      if (active === null) return
      const issue = validator
        .issuesOf(active.rowId)
        .find(({ column, fixes }) => column === active.column && fixes !== undefined)
      const [fix] = issue?.fixes ?? []
      if (issue === undefined || fix === undefined) announce(t('grid.noSuggestion'))
      else applyFix(t, sheet, issue, fix)
    },
    fillSelected: () => {
      const { active, anchor } = selection
      const columns = [active?.column ?? 0, anchor?.column ?? active?.column ?? 0]
      const [left, right] = [Math.min(...columns), Math.max(...columns)]
      fillBlock(sheet, selected, { top: 0, bottom: selected.length - 1, left, right })
    },
    addRow: () => {
      const [rowId] = sheet.addRows([[]])
      if (rowId !== undefined) goTo({ rowId, column: 0 })
    },
    deleteRows,
  }
}
export type SheetActions = ReturnType<typeof useSheetActions>
