'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import type { Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { IssueBar } from './issue-bar'
import { IssueCards } from './issue-cards'
import { FindDialog } from './find-dialog'
import { Grid } from './grid'
import { describeSheet, GridToolbar } from './grid-toolbar'
import { useSheetShortcuts } from './sheet-shortcuts'
import type { RowsShown } from './use-row-filter'
import type { SheetActions } from './use-sheet-actions'

interface OpenSheet {
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  secret: ReadonlySet<number>
}

/** The sheet, and the tools for fixing it. */
export function SheetPanel({
  blankRows,
  rows,
  actions,
  ...opened
}: OpenSheet & { blankRows: number; rows: RowsShown; actions: SheetActions }) {
  const t = useTranslations('userJobs')
  const { sheet, validator, secret } = opened
  const [isFinding, setIsFinding] = useState(false)
  const find = () => setIsFinding(true)
  useSheetShortcuts(sheet, { ...actions, onFind: find })

  const { filter, rowIds, outdated } = rows
  const { selected, choose, goTo, goToIssue, deleteRows } = actions
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <GridToolbar
          sheet={sheet}
          validator={validator}
          filter={filter}
          shown={rowIds.length}
          selectedRows={selected.length}
          actions={{
            onFilter: choose,
            onIssue: goToIssue,
            onFind: find,
            onFill: actions.fillSelected,
            onAddRow: actions.addRow,
            onDeleteRows: () => deleteRows(selected),
            onDeleteShown: () => deleteRows(rowIds),
          }}
        />
        <p className="text-sm text-ink-muted tabular-nums">{describeSheet(t, sheet, validator, blankRows)}</p>
      </div>
      {outdated > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {t('grid.outdated', { count: outdated })}
          <Button size="sm" onClick={() => choose(filter)}>
            {t('grid.actions.refresh')}
          </Button>
        </p>
      )}
      {rowIds.length === 0 ? (
        <p className="rounded border border-line bg-surface px-4 py-10 text-center text-sm text-ink-muted">
          {filter === 'all' ? t('grid.noRows') : t('grid.noMatch')}
        </p>
      ) : (
        <Rows opened={opened} rowIds={rowIds} actions={actions} />
      )}
      <FindDialog
        open={isFinding}
        onClose={() => setIsFinding(false)}
        sheet={sheet}
        secret={secret}
        rowIds={rowIds}
        onGoTo={goTo}
      />
    </div>
  )
}

/** The grid with the errors of its active cell. On narrow screens, a card for each row with errors. */
function Rows({ opened, rowIds, actions }: { opened: OpenSheet; rowIds: readonly number[]; actions: SheetActions }) {
  const t = useTranslations('userJobs.grid')
  const { sheet, validator, mapping } = opened
  const { selection, isWalking } = actions
  return (
    <>
      <Grid
        {...opened}
        label={t('label')}
        rowIds={rowIds}
        selection={selection}
        onSelect={actions.setSelection}
        isWalking={isWalking}
        onWalkEnd={actions.endWalk}
        onIssue={actions.goToIssue}
        onFix={actions.fixActive}
        className="min-h-64 flex-1 max-sm:hidden"
      />
      <div className="max-sm:hidden">
        <IssueBar
          sheet={sheet}
          validator={validator}
          use={selection.active === null ? undefined : mapping[selection.active.column]}
          place={selection.active}
          isWalking={isWalking}
        />
      </div>
      <div className="sm:hidden">
        <IssueCards {...opened} rowIds={rowIds} active={selection.active} />
      </div>
    </>
  )
}
