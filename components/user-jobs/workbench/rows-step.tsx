'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isNarrow } from '@/components/user-jobs/grid/grid-sight'
import { HeadContext } from '@/components/user-jobs/grid/head-context'
import { ReferencesContext } from '@/components/user-jobs/grid/references'
import { SheetPanel } from '@/components/user-jobs/grid/sheet-panel'
import { useRowFilter } from '@/components/user-jobs/grid/use-row-filter'
import { useSheetActions } from '@/components/user-jobs/grid/use-sheet-actions'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobQueries } from '@/lib/user-jobs/queries'
import { fieldOf } from '@/lib/user-jobs/sheet/fields'
import type { ColumnUse, Mapping } from '@/lib/user-jobs/sheet/types'
import { CheckBar } from './check/check-bar'
import type { Check } from './check/use-check'
import { MappingHead } from './mapping-head'
import { chooseUse, MappingPanel } from './mapping-panel'

/** The rows with the tools that fix them. The dry run is above the rows, and the header has the fields of columns. */
export function RowsStep({
  bench,
  isReady,
  check,
  onMap,
  onNext,
}: {
  bench: BenchSheet
  /** Whether every required field has a column. */
  isReady: boolean
  check: Check
  onMap: (mapping: Mapping) => void
  onNext: () => void
}) {
  const t = useTranslations('userJobs')
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
  useEffect(() => {
    if (references !== null) validator.learn(references)
  }, [validator, references])
  const renderField = (column: number) => (
    <MappingHead
      bench={bench}
      column={column}
      onChoose={(use) => onMap(chooseUse(t, { header: sheet.header, mapping: bench.mapping }, column, use))}
    />
  )
  return (
    <ReferencesContext value={references}>
      <div ref={root} className="flex min-h-0 flex-1 flex-col gap-3">
        <MappingPanel bench={bench} onMap={onMap} />
        {isReady && (
          <CheckBar
            bench={bench}
            check={check}
            onNextError={() => actions.goToError(actions.selection.active)}
            onNext={onNext}
          />
        )}
        <HeadContext value={renderField}>
          <SheetPanel
            sheet={sheet}
            validator={validator}
            mapping={bench.mapping}
            secret={bench.secret}
            blankRows={bench.notes?.blankRows ?? 0}
            rows={rows}
            actions={actions}
          />
        </HeadContext>
      </div>
    </ReferencesContext>
  )
}

const namesReferences = (use: ColumnUse) =>
  use.to === 'field' && ['list', 'reference'].includes(fieldOf(use.field).kind)

/**
 * Calls `show` once for each result of a dry run. Does nothing while the user types, because the text would be
 * committed or lost.
 */
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
