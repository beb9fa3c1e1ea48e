'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isNarrow } from '@/components/user-jobs/grid/grid-sight'
import { ReferencesContext } from '@/components/user-jobs/grid/references'
import { SheetPanel } from '@/components/user-jobs/grid/sheet-panel'
import { useRowFilter } from '@/components/user-jobs/grid/use-row-filter'
import { useSheetActions } from '@/components/user-jobs/grid/use-sheet-actions'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { fieldOf } from '@/lib/user-jobs/sheet/fields'
import type { ColumnUse } from '@/lib/user-jobs/sheet/types'
import { CheckBar } from './check/check-bar'
import type { Check } from './check/use-check'

/** The rows with the tools that fix them. On the dry run step, the dry run is above them. */
export function RowsStep({
  bench,
  isChecking,
  check,
  onNext,
}: {
  bench: BenchSheet
  /** Whether the current step is the dry run. */
  isChecking: boolean
  check: Check
  onNext: () => void
}) {
  const { sheet, validator } = bench
  const root = useRef<HTMLDivElement>(null)
  const rows = useRowFilter(sheet, validator, isNarrow() && validator.counts.errors > 0 ? 'errors' : 'all')
  const actions = useSheetActions(root, sheet, validator, rows)
  useErrorsShown(check.result, (bad) => {
    if (bad > 0) actions.goToError(null)
    else if (rows.filter === 'errors') actions.choose('all')
  })
  const showFirst = useEffectEvent(() => {
    if (bench.ofJobId !== null && validator.counts.errors > 0) actions.goToError(null)
  })
  useEffect(() => showFirst(), [])
  const { data: references = null } = useQuery({
    ...userJobQueries.references(),
    enabled: bench.mapping.some(namesReferences),
    retry: false,
  })
  return (
    <ReferencesContext value={references}>
      <div ref={root} className="flex min-h-0 flex-1 flex-col gap-3">
        {isChecking && (
          <CheckBar
            bench={bench}
            check={check}
            onNextError={() => actions.goToError(actions.selection.active)}
            onNext={onNext}
          />
        )}
        <SheetPanel
          sheet={sheet}
          validator={validator}
          mapping={bench.mapping}
          secret={bench.secret}
          blankRows={bench.notes?.blankRows ?? 0}
          rows={rows}
          actions={actions}
        />
      </div>
    </ReferencesContext>
  )
}

const namesReferences = (use: ColumnUse) => use.to === 'field' && fieldOf(use.field).kind === 'list'

/** Calls `show` once for each result of a dry run. Waits while the user types, because the text would be committed or lost. */
function useErrorsShown(result: Check['result'], show: (bad: number) => void): void {
  const last = useRef<Check['result']>(null)
  const onResult = useEffectEvent((bad: number) => {
    if (!isTyping()) show(bad)
  })
  useEffect(() => {
    if (result === null || last.current === result) return
    last.current = result
    onResult(result.bad)
  }, [result])
}

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select') === true ||
  document.querySelector('[role=dialog]') !== null
