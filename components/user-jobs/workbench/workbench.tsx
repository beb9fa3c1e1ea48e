'use client'

import { useContext, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Dialog } from '@/components/ui/dialog'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { LeaveDialog } from '@/components/ui/leave-dialog'
import { PageHeader } from '@/components/ui/page-header'
import { ActorContext, useMay } from '@/lib/browser/actor'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { secretColumns } from '@/lib/user-jobs/sheet/columns'
import type { Mapping } from '@/lib/user-jobs/sheet/types'
import { keepColumns } from './column-choice'
import { createDraftStore } from './draft-store'
import { ImportStep } from './import-step'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { MappingStep } from './mapping-step'
import { PlanStep } from './plan-step'
import { SheetPanel } from '@/components/user-jobs/grid/sheet-panel'
import { useCheck } from './use-check'
import { useDraftKeeping } from './use-draft'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import { CheckBar } from './workbench-check'
import { benchOfDraft, type BenchSheet, countPasswords, tellMissing } from '@/components/user-jobs/grid/workbench-sheet'
import { Footer, Stepper, type StepId } from './workbench-steps'

/** Users from a file to a job in one sitting. */
export function Workbench() {
  const may = useMay('user-jobs:write')
  const actor = useContext(ActorContext)
  if (!may || actor === null)
    return (
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PageHeader title="New user job" />
        <EmptyState
          title="Only admins bring users in"
          action={<ButtonLink href={userJobHref()}>Look at the jobs</ButtonLink>}
          className="rounded border border-line bg-surface"
        >
          You may look at the jobs that others have started, and at what became of each user.
        </EmptyState>
      </div>
    )
  return <Bench ownerKey={actor.userId} />
}

function Bench({ ownerKey }: { ownerKey: string }) {
  const [store] = useState(() => createDraftStore(ownerKey))
  /** Undefined until it was looked for. */
  const [draft, setDraft] = useState<BenchSheet | null>()
  const [bench, setBench] = useState<BenchSheet | null>(null)
  /** Rows that were brought in and are not taken yet. */
  const [offered, setOffered] = useState<BenchSheet | null>(null)
  const [step, setStep] = useState<StepId>('in')
  const [isOver, setIsOver] = useState(false)
  const [isDropping, setIsDropping] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    const look = async () => {
      const found = await store.load()
      if (!stop.signal.aborted) setDraft(found !== null && found.rows.length > 0 ? benchOfDraft(found) : null)
    }
    void look()
    return () => stop.abort()
  }, [store])
  const { isKept, isElsewhere, dropDraft } = useDraftKeeping(store, bench)

  const open = (next: BenchSheet) => {
    setBench((last) => {
      if (last !== next) last?.validator.dispose()
      return next
    })
    setDraft(null)
    setOffered(null)
  }
  // Rows that are as they were read are lost to nobody: the same source read in another way takes their place unasked.
  const isAsking = offered !== null && draft !== undefined && tellLoss(bench, draft) !== null
  const takeUp = useEffectEvent(open)
  useEffect(() => {
    // Not before the draft was looked for: it would be overwritten unseen. And not by whoever read the rows: what is here may
    // be another sheet by the time they are read.
    // oxlint-disable-next-line react/set-state-in-effect -- said above
    if (offered !== null && draft !== undefined && !isAsking) takeUp(offered)
  }, [offered, draft, isAsking])
  const keepMine = () => {
    offered?.validator.dispose()
    setOffered(null)
  }
  const startAnew = () => {
    dropDraft()
    bench?.validator.dispose()
    setBench(null)
    setStep('in')
    setIsDropping(false)
  }

  return (
    <div
      className={classNames(
        'flex flex-col gap-3 p-4 sm:px-6 sm:py-4',
        // The grid scrolls in what is left of the screen, and the page with it where that is too little.
        bench !== null && (step === 'fix' || step === 'check') && 'sm:h-[calc(100dvh-3rem)] sm:min-h-[38rem]',
      )}
    >
      <PageHeader
        title="New user job"
        actions={
          bench !== null && (
            <Button variant="ghost" onClick={() => setIsDropping(true)}>
              Start anew
            </Button>
          )
        }
      />
      {bench === null ? (
        <>
          <Stepper step="in" reachable={['in']} onStep={setStep} />
          <ImportStep
            bench={null}
            draft={draft ?? null}
            onRead={setOffered}
            onContinueDraft={() => {
              if (draft === null || draft === undefined) return
              open(draft)
              setStep(draft.checkJobId === null ? 'fix' : 'check')
            }}
            onDropDraft={() => {
              setDraft(null)
              dropDraft()
            }}
            onNext={() => setStep('columns')}
          />
        </>
      ) : (
        <OpenBench
          key={bench.id}
          bench={bench}
          step={step}
          onStep={setStep}
          onBench={(change) => setBench((last) => (last?.id === bench.id ? change(last) : last))}
          onRead={setOffered}
          isKept={isKept}
          isElsewhere={isElsewhere}
          isOver={isOver}
          onStarted={() => {
            setIsOver(true)
            dropDraft()
          }}
        />
      )}
      <Dialog
        open={isDropping}
        onOpenChange={setIsDropping}
        size="sm"
        title="Throw the sheet away?"
        footer={
          <>
            <Button data-autofocus onClick={() => setIsDropping(false)}>
              Keep it
            </Button>
            <Button variant="danger" onClick={startAnew}>
              Throw away
            </Button>
          </>
        }
      >
        <p className="text-sm">
          {formatCount(bench?.sheet.rowIds.length ?? 0)} rows and their draft in this browser go. Nothing was sent to
          the service, save for checks.
        </p>
      </Dialog>
      <Dialog
        open={isAsking}
        onOpenChange={(isOpen) => {
          if (!isOpen) keepMine()
        }}
        size="sm"
        title="Take the new rows instead?"
        footer={
          <>
            <Button data-autofocus onClick={keepMine}>
              Keep mine
            </Button>
            <Button variant="danger" onClick={() => offered !== null && open(offered)}>
              Take the new rows
            </Button>
          </>
        }
      >
        {/* Nothing while it fades out: by then other rows are here. */}
        {isAsking && (
          <p className="text-sm wrap-anywhere">
            {tellLoss(bench, draft)} The {countRows(offered)} of {offered.sourceName}{' '}
            {offered.sheet.rowIds.length === 1 ? 'takes' : 'take'} their place.
          </p>
        )}
      </Dialog>
    </div>
  )
}

const countRows = ({ sheet: { rowIds } }: BenchSheet) =>
  `${formatCount(rowIds.length)} ${rowIds.length === 1 ? 'row' : 'rows'}`

/** What somebody would lose if other rows came instead, in a sentence; null when that is nothing of their own. */
function tellLoss(bench: BenchSheet | null, draft: BenchSheet | null): string | null {
  const mine = bench ?? draft
  if (mine === null) return null
  const be = mine.sheet.rowIds.length === 1 ? 'is' : 'are'
  if (mine.sheet.undoLabel !== null) return `${countRows(mine)} ${be} here that you have edited.`
  if (mine.savedAt === null) return null
  const from = `${countRows(mine)} of ${mine.sourceName} ${be}`
  return bench === null ? `${from} kept as a draft that you have not gone on with.` : `${from} here, from your draft.`
}

function OpenBench({
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
  const isHandingOver = check.isBusy && check.jobId === null
  const isMapped = validator.sheetFaults.every(({ level }) => level !== 'error')
  const reachable: StepId[] = isMapped ? ['in', 'columns', 'fix', 'check', 'plan'] : ['in', 'columns']

  const goTo = (next: StepId) => {
    if (next !== 'in' && next !== 'columns') keepColumns(sheet.header, mapping)
    onStep(next)
    document.documentElement.scrollTop = 0
  }
  const keepFocus = useEffectEvent((_step: StepId) => {
    // The button that led here is gone with its step: the keyboard goes on from the steps.
    if (document.activeElement === document.body)
      (
        document.querySelector<HTMLElement>('[data-continue]') ??
        document.querySelector<HTMLElement>('[aria-current=step]')
      )?.focus({ preventScroll: true })
  })
  useEffect(() => {
    keepFocus(step)
  }, [step])
  const map = (next: Mapping) => {
    // A check under way is of the other meaning too.
    check.forget()
    // What the service said was said of another meaning of these cells.
    validator.setServiceFaults(sheet.rowIds, [])
    sheet.markDirty(sheet.rowIds)
    validator.reset(next)
    onBench((last) => ({ ...last, mapping: next, secret: secretColumns(next, sheet.header) }))
  }
  return (
    <>
      <Stepper step={step} reachable={reachable} onStep={goTo} />
      {bench.blankedPasswords > 0 && step !== 'in' && passwords === 0 && (
        <p role="note" className="rounded bg-attention-soft px-3 py-2 text-sm">
          {tellMissing(bench.blankedPasswords)}: they are not kept in drafts. Type or paste them again, or those users
          get none.
        </p>
      )}
      {step === 'in' && <ImportStep bench={bench} draft={null} onRead={onRead} onNext={() => goTo('columns')} />}
      {step === 'columns' && <MappingStep bench={bench} onMap={map} onNext={() => goTo('fix')} />}
      {(step === 'fix' || step === 'check') && (
        <>
          {step === 'check' && <CheckBar bench={bench} check={check} onNext={() => goTo('plan')} />}
          <SheetPanel
            sheet={sheet}
            validator={validator}
            mapping={mapping}
            secret={bench.secret}
            blankRows={bench.notes?.blankRows ?? 0}
            initialFilter={isNarrow() && validator.counts.errors > 0 ? 'errors' : 'all'}
          />
        </>
      )}
      {step === 'plan' && <PlanStep bench={bench} onStarted={onStarted} onStep={goTo} />}
      <LeaveDialog
        isUnsaved={!isOver && (passwords > 0 || isHandingOver || !isKept)}
        title="Leave the sheet?"
        leaveLabel="Leave"
      >
        {isElsewhere
          ? 'Another tab keeps its own draft, and these rows are not kept.'
          : passwords > 0
            ? `The rows stay in this browser as a draft, without their ${formatCount(passwords)} passwords.`
            : isHandingOver
              ? 'The rows are on their way to the check. It may begin all the same, and is found under User jobs then; its results do not come into these cells.'
              : 'The last changes are not kept yet.'}
      </LeaveDialog>
      <Footer step={step} isKept={isKept} isElsewhere={isElsewhere} isOver={isOver} onCheck={() => goTo('check')} />
    </>
  )
}

/** Where rows are a list, those to be mended come first. */
const isNarrow = () => typeof matchMedia === 'function' && matchMedia('(width < 40rem)').matches
