'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { type BenchSheet, countMissing, countPasswords } from '@/components/user-jobs/grid/workbench-sheet'
import type { Translator } from '@/lib/messages/translator'
import { secretColumns } from '@/lib/user-jobs/sheet/columns'
import type { Mapping } from '@/lib/user-jobs/sheet/types'
import { useCheck } from './check/use-check'
import { keepColumns } from './column-choice'
import { FixNote } from './fix/fix-state'
import { ImportStep } from './import/import-step'
import { judgeMapping } from './mapping-panel'
import { PlanStep } from './plan/plan-step'
import { RowsStep } from './rows-step'
import { Footer, Stepper, type StepId } from './workbench-steps'

/** The steps of an open sheet. */
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
  const t = useTranslations('userJobs.workbench')
  const { sheet, validator, mapping } = bench
  const { version } = useSheet(sheet, validator)
  const check = useCheck(bench, (checkJobId) => onBench((last) => ({ ...last, checkJobId })))
  const passwords = useMemo(() => (version >= 0 ? countPasswords(sheet, mapping) : 0), [sheet, mapping, version])
  const missing = useMemo(() => (version >= 0 ? countMissing(bench) : 0), [bench, version])
  const isHandingOver = check.isBusy && check.jobId === null
  const { isReady } = judgeMapping(bench)
  const reachable: StepId[] = isReady ? ['in', 'fix', 'plan'] : ['in', 'fix']

  const goTo = (next: StepId) => {
    if (next === 'plan') keepColumns(sheet.header, mapping)
    onStep(next)
    document.documentElement.scrollTop = 0
  }
  useFocusAfterStep(step)
  const map = (next: Mapping) => {
    // A running dry run is dropped, because it was sent with the old mapping.
    check.forget()
    // Errors of the last dry run are removed, because they belong to the old mapping.
    validator.setServiceIssues(sheet.rowIds, [])
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
          {t('passwordsMissing', { count: missing })}
        </p>
      )}
      {step === 'in' && <ImportStep bench={bench} draft={null} onRead={onRead} onNext={() => goTo('fix')} />}
      {step === 'fix' && (
        <RowsStep bench={bench} isReady={isReady} check={check} onMap={map} onNext={() => goTo('plan')} />
      )}
      {step === 'plan' && (
        <PlanStep
          bench={bench}
          isTesting={check.isBusy}
          onStarted={onStarted}
          onBack={() => goTo('fix')}
          onTest={() => {
            goTo('fix')
            void check.start()
          }}
        />
      )}
      <LeaveDialog
        isUnsaved={!isOver && (passwords > 0 || isHandingOver || !isKept)}
        title={t('leave.title')}
        leaveLabel={t('leave.actions.leave')}
      >
        {describeLoss(t, { isElsewhere, passwords, isHandingOver })}
      </LeaveDialog>
      <Footer isKept={isKept} isElsewhere={isElsewhere} isOver={isOver} />
    </>
  )
}

/** The button that opened a step disappears with the previous step, so the focus moves to the new step. */
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

/** Says what would be lost if the user left now. */
function describeLoss(
  t: Translator<'userJobs.workbench'>,
  { isElsewhere, passwords, isHandingOver }: { isElsewhere: boolean; passwords: number; isHandingOver: boolean },
): string {
  if (isElsewhere) return t('leave.elsewhere')
  if (passwords > 0) return t('leave.passwords', { count: passwords })
  return isHandingOver ? t('leave.sending') : t('leave.unsaved')
}
