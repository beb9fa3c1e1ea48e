'use client'

import { useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { announce } from '@/lib/browser/announce'
import { formatCount } from '@/lib/browser/numbers'
import { useShortcuts } from '@/lib/browser/shortcuts'
import type { Mapping, Sheet, Validator } from '@/lib/user-jobs/sheet/types'
import { applyFix, FaultBar } from './fault-bar'
import { FaultCards } from './fault-cards'
import { FindDialog } from './find-dialog'
import { Grid } from './grid'
import { fillBlock, turn } from './grid-edits'
import { type GridSelection, listRows, meansFault, type Place, type RowFilter } from './grid-model'
import { describeSheet, GridToolbar } from './grid-toolbar'
import { useSheet } from './use-sheet'

/**
 * The sheet with all that mends it. A row that was mended stays in a filtered view until the filter is asked for again:
 * it would be gone from under the cursor otherwise.
 */
export function SheetPanel({
  sheet,
  validator,
  mapping,
  secret,
  blankRows,
  initialFilter = 'all',
}: {
  sheet: Sheet
  validator: Validator
  mapping: Mapping
  secret: ReadonlySet<number>
  blankRows: number
  initialFilter?: RowFilter
}) {
  const { version, judged } = useSheet(sheet, validator)
  const toast = useToast()
  const root = useRef<HTMLDivElement>(null)
  const [filter, setFilter] = useState<RowFilter>(initialFilter)
  const [kept, setKept] = useState<ReadonlySet<number>>(() => new Set(listRows(sheet, validator, initialFilter)))
  const [selection, setSelection] = useState<GridSelection>({ active: null, anchor: null })
  const [isFinding, setIsFinding] = useState(false)
  // Gone to a fault by a letter, one goes on by letters: elsewhere in the grid they are typed into the cell.
  const [isWalking, setIsWalking] = useState(false)

  const order = sheet.rowIds
  const rowIds = useMemo(() => {
    if (filter === 'all') return order
    return order.filter((id) => kept.has(id))
  }, [filter, order, kept])
  // Only what is shown of it depends on these.
  const outdated = useMemo(() => {
    if (filter === 'all' || version + judged < 0) return 0
    const now = new Set(listRows(sheet, validator, filter))
    return rowIds.filter((id) => !now.has(id)).length + [...now].filter((id) => !kept.has(id)).length
  }, [filter, sheet, validator, rowIds, kept, version, judged])

  const choose = (next: RowFilter) => {
    const ids = listRows(sheet, validator, next)
    setFilter(next)
    setKept(new Set(ids))
    setSelection({ active: null, anchor: null })
    announce(`${formatCount(ids.length)} rows shown.`)
  }
  const goTo = (place: Place) => {
    // What the filter hides is shown with the others.
    if (!rowIds.includes(place.rowId)) setKept(new Set([...kept, place.rowId]))
    // First: a grid that gets the focus without a cell chooses its first one.
    root.current?.querySelector<HTMLElement>('[role=grid]')?.focus({ preventScroll: true })
    setSelection({ active: place, anchor: null })
  }
  const goToFault = (isBackwards: boolean) => {
    const fault = validator.next(selection.active, { rowIds, isWanted: meansFault(filter), isBackwards })
    if (fault === null) {
      toast.show({
        title: filter === 'all' ? 'There are no faults left' : 'None is left in the rows shown',
        ...(filter === 'all' ? {} : { action: { label: 'Show all rows', onClick: () => choose('all') } }),
      })
      return
    }
    goTo({ rowId: fault.rowId, column: fault.column ?? 0 })
    const head = fault.column === null ? '' : `, ${sheet.header[fault.column] ?? ''}`
    announce(`Line ${fault.rowId}${head}: ${fault.message}`)
  }
  const walkTo = (isBackwards: boolean) => {
    setIsWalking(true)
    goToFault(isBackwards)
  }
  const fixActive = () => {
    const { active } = selection
    if (active === null) return
    const fault = validator
      .faultsOf(active.rowId)
      .find(({ column, fixes }) => column === active.column && fixes !== undefined)
    const [fix] = fault?.fixes ?? []
    if (fault === undefined || fix === undefined) announce('There is no suggestion for this cell.')
    else applyFix(sheet, fault, fix)
  }
  const selected = readSelectedRows(rowIds, selection)
  const deleteRows = (ids: readonly number[]) => {
    const count = sheet.deleteRows(ids)
    if (count === 0) return
    setSelection({ active: null, anchor: null })
    toast.show({
      title: count === 1 ? 'Row deleted' : `${formatCount(count)} rows deleted`,
      action: { label: 'Undo', onClick: () => turn(sheet, 'undo') },
    })
  }
  useShortcuts([
    { id: 'fault-next', keys: ['f8'], label: 'Next fault', group: 'Sheet of users', run: () => goToFault(false) },
    {
      id: 'fault-previous',
      keys: ['shift+f8'],
      label: 'Previous fault',
      group: 'Sheet of users',
      run: () => goToFault(true),
    },
    {
      id: 'fault-walk',
      keys: ['n'],
      label: 'Next fault, and on by n and p',
      group: 'Sheet of users',
      run: () => walkTo(false),
    },
    {
      id: 'fault-walk-back',
      keys: ['p'],
      label: 'Previous fault, and on by n and p',
      group: 'Sheet of users',
      run: () => walkTo(true),
    },
    {
      id: 'sheet-find',
      keys: ['mod+h'],
      label: 'Find and replace',
      group: 'Sheet of users',
      run: () => setIsFinding(true),
    },
    { id: 'sheet-undo', keys: ['mod+z'], label: 'Undo', group: 'Sheet of users', run: () => turn(sheet, 'undo') },
    {
      id: 'sheet-redo',
      keys: ['mod+y', 'mod+shift+z'],
      label: 'Redo',
      group: 'Sheet of users',
      run: () => turn(sheet, 'redo'),
    },
  ])

  return (
    <div ref={root} className="flex min-h-0 flex-1 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <GridToolbar
          sheet={sheet}
          validator={validator}
          filter={filter}
          shown={rowIds.length}
          selectedRows={selected.length}
          actions={{
            onFilter: choose,
            onFault: goToFault,
            onFind: () => setIsFinding(true),
            onFill: () => {
              const { active, anchor } = selection
              const columns = [active?.column ?? 0, anchor?.column ?? active?.column ?? 0]
              fillBlock(sheet, selected, {
                top: 0,
                bottom: selected.length - 1,
                left: Math.min(...columns),
                right: Math.max(...columns),
              })
            },
            onAddRow: () => {
              const [rowId] = sheet.addRows([[]])
              if (rowId !== undefined) goTo({ rowId, column: 0 })
            },
            onDeleteRows: () => deleteRows(selected),
            onDeleteShown: () => deleteRows(rowIds),
          }}
        />
        <p className="text-sm text-ink-muted tabular-nums">{describeSheet(sheet, validator, blankRows)}</p>
      </div>
      {outdated > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          {formatCount(outdated)} {outdated === 1 ? 'row has' : 'rows have'} changed since this was chosen.
          <Button size="sm" onClick={() => choose(filter)}>
            Choose again
          </Button>
        </p>
      )}
      {rowIds.length === 0 ? (
        <p className="rounded border border-line bg-surface px-4 py-10 text-center text-sm text-ink-muted">
          {filter === 'all' ? 'There are no rows left. Undo brings them back.' : 'No row is like that.'}
        </p>
      ) : (
        <>
          <Grid
            label="Users"
            sheet={sheet}
            validator={validator}
            mapping={mapping}
            secret={secret}
            rowIds={rowIds}
            selection={selection}
            onSelect={setSelection}
            isWalking={isWalking}
            onWalkEnd={() => setIsWalking(false)}
            onFault={goToFault}
            onFix={fixActive}
            className="min-h-64 flex-1 max-sm:hidden"
          />
          <div className="max-sm:hidden">
            <FaultBar
              sheet={sheet}
              validator={validator}
              use={selection.active === null ? undefined : mapping[selection.active.column]}
              place={selection.active}
              isWalking={isWalking}
            />
          </div>
          <div className="sm:hidden">
            <FaultCards sheet={sheet} validator={validator} mapping={mapping} secret={secret} rowIds={rowIds} />
          </div>
        </>
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

function readSelectedRows(rowIds: readonly number[], { active, anchor }: GridSelection): readonly number[] {
  if (active === null) return []
  const at = rowIds.indexOf(active.rowId)
  if (at === -1) return []
  const from = anchor === null ? at : rowIds.indexOf(anchor.rowId)
  return from === -1 ? [active.rowId] : rowIds.slice(Math.min(at, from), Math.max(at, from) + 1)
}
