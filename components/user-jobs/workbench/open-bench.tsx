'use client'

import { useEffect, useEffectEvent, useMemo } from 'react'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { type BenchSheet, countMissing, countPasswords, tellMissing } from '@/components/user-jobs/grid/workbench-sheet'
import { formatCount } from '@/lib/browser/numbers'
import { secretColumns } from '@/lib/user-jobs/sheet/columns'
import type { Mapping } from '@/lib/user-jobs/sheet/types'
import { useCheck } from './check/use-check'
import { keepColumns } from './column-choice'
import { FixNote } from './fix/fix-state'
import { ImportStep } from './import/import-step'
import { MappingStep } from './mapping-step'
import { PlanStep } from './plan/plan-step'
import { RowsStep } from './rows-step'
import { Footer, Stepper, type StepId } from './workbench-steps'

/** The steps of a sheet that is open. */
export function OpenBench({
  bench,
  step,
  onStep,
  onBench,
  onRead,
  isKept,
  isElsewhere,
  isOver,
  onStarted,
}: {
  bench: BenchSheet
  step: StepId
  onStep: (step: StepId) => void
  onBench: (change: (last: BenchSheet) => BenchSheet) => void
  onRead: (bench: BenchSheet) => void
  isKept: boolean
  isElsewhere: boolean
  isOver: boolean
  onStarted: () => void
}) {
  const { sheet, validator, mapping } = bench
  const { version } = useSheet(sheet, validator)
  const check = useCheck(bench, (checkJobId) => onBench((last) => ({ ...last, checkJobId })))
  const passwords = useMemo(() => (version >= 0 ? countPasswords(sheet, mapping) : 0), [sheet, mapping, version])
  const missing = useMemo(() => (version >= 0 ? countMissing(bench) : 0), [bench, version])
  const isHandingOver = check.isBusy && check.jobId === null
  const isMapped = validator.sheetFaults.every(({ level }) => level !== 'error')
  const reachable: StepId[] = isMapped ? ['in', 'columns', 'fix', 'check', 'plan'] : ['in', 'columns']

  const goTo = (next: StepId) => {
    if (next !== 'in' && next !== 'columns') keepColumns(sheet.header, mapping)
    onStep(next)
    document.documentElement.scrollTop = 0
  }
  useFocusAfterStep(step)
  const map = (next: Mapping) => {
    // A running check was sent with the old mapping too.
    check.forget()
    // What the service said was about the cells under the old mapping.
    validator.setServiceFaults(sheet.rowIds, [])
    sheet.markDirty(sheet.rowIds)
    validator.reset(next)
    onBench((last) => ({ ...last, mapping: next, secret: secretColumns(next, sheet.header) }))
  }
  return (
    <>
      <Stepper step={step} reachable={reachable} onStep={goTo} />
      {bench.ofJobId !== null && step !== 'in' && <FixNote jobId={bench.ofJobId} sourceName={bench.sourceName} />}
      {missing > 0 && step !== 'in' && (
        <p role="note" className="rounded bg-attention-soft px-3 py-2 text-sm">
          {tellMissing(missing)}: passwords are never kept. Type or paste them again, or those users get none.
        </p>
      )}
      {step === 'in' && <ImportStep bench={bench} draft={null} onRead={onRead} onNext={() => goTo('columns')} />}
      {step === 'columns' && <MappingStep bench={bench} onMap={map} onNext={() => goTo('fix')} />}
      {(step === 'fix' || step === 'check') && (
        <RowsStep bench={bench} isChecking={step === 'check'} check={check} onNext={() => goTo('plan')} />
      )}
      {step === 'plan' && <PlanStep bench={bench} onStarted={onStarted} onStep={goTo} />}
      <LeaveDialog
        isUnsaved={!isOver && (passwords > 0 || isHandingOver || !isKept)}
        title="Leave the sheet?"
        leaveLabel="Leave"
      >
        {tellLoss({ isElsewhere, passwords, isHandingOver })}
      </LeaveDialog>
      <Footer step={step} isKept={isKept} isElsewhere={isElsewhere} isOver={isOver} onCheck={() => goTo('check')} />
    </>
  )
}

/** The button that led to a step is gone with the step before: the keyboard goes on from the new one. */
function useFocusAfterStep(step: StepId): void {
  const keepFocus = useEffectEvent((_step: StepId) => {
    if (document.activeElement === document.body)
      (
        document.querySelector<HTMLElement>('[data-continue]') ??
        document.querySelector<HTMLElement>('[aria-current=step]')
      )?.focus({ preventScroll: true })
  })
  useEffect(() => {
    keepFocus(step)
  }, [step])
}

/** What is lost when the user leaves now. */
function tellLoss({
  isElsewhere,
  passwords,
  isHandingOver,
}: {
  isElsewhere: boolean
  passwords: number
  isHandingOver: boolean
}): string {
  if (isElsewhere) return 'Another tab keeps its own draft, and these rows are not kept.'
  if (passwords > 0)
    return `The rows stay in this browser as a draft, without their ${formatCount(passwords)} passwords.`
  return isHandingOver
    ? 'The rows are on their way to the check. It may begin all the same, and is found under User jobs then; its results do not come into these cells.'
    : 'The last changes are not kept yet.'
}
