'use client'

import { useContext, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { ActorContext, useMay } from '@/lib/browser/actor'
import { classNames } from '@/lib/browser/class-names'
import { DropDialog, ReplaceDialog } from './bench-dialogs'
import { FixState } from './fix/fix-state'
import { useFixJob } from './fix/use-fix-job'
import { ImportStep } from './import/import-step'
import { OpenBench } from './open-bench'
import { useBench } from './use-bench'
import { Stepper, type StepId } from './workbench-steps'

/** Users from a file to a job in one sitting, or the rows that a job left to fix. */
export function Workbench({ fixJobId = null }: { fixJobId?: string | null }) {
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
  return <Bench key={fixJobId} ownerKey={actor.userId} fixJobId={fixJobId} />
}

/** The step on which a sheet is opened: a file is looked at first. */
const firstStep = ({ checkJobId, source }: BenchSheet): StepId =>
  checkJobId !== null ? 'check' : source === null ? 'fix' : 'in'

function Bench({ ownerKey, fixJobId }: { ownerKey: string; fixJobId: string | null }) {
  const [step, setStep] = useState<StepId>('in')
  const at = useBench(ownerKey, (opened) => setStep(firstStep(opened)))
  const fix = useFixJob(fixJobId, at)
  const { bench, draft } = at
  const [isOver, setIsOver] = useState(false)
  const [isDropping, setIsDropping] = useState(false)
  return (
    <div
      className={classNames(
        'flex flex-col gap-3 p-4 sm:px-6 sm:py-4',
        // The grid scrolls in what is left of the screen, and the page with it where that is too little.
        bench !== null && (step === 'fix' || step === 'check') && 'sm:h-page sm:min-h-[38rem]',
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
          <FixState jobId={fixJobId} fix={fix} />
          <Stepper step="in" reachable={['in']} onStep={setStep} />
          <ImportStep
            bench={null}
            draft={draft}
            onRead={at.offer}
            onContinueDraft={() => {
              if (draft !== null) at.open(draft)
            }}
            onDropDraft={at.forgetDraft}
            onNext={() => setStep('columns')}
          />
        </>
      ) : (
        <OpenBench
          key={bench.id}
          bench={bench}
          step={step}
          onStep={setStep}
          onBench={(change) => at.change(bench.id, change)}
          onRead={at.offer}
          isKept={at.isKept}
          isElsewhere={at.isElsewhere}
          isOver={isOver}
          onStarted={() => {
            setIsOver(true)
            at.dropDraft()
          }}
        />
      )}
      <DropDialog
        open={isDropping}
        onOpenChange={setIsDropping}
        rowCount={bench?.sheet.rowIds.length ?? 0}
        onDrop={() => {
          at.close()
          setStep('in')
          setIsDropping(false)
        }}
      />
      <ReplaceDialog pending={at.pending} onKeep={at.keepMine} onTake={at.open} />
    </div>
  )
}
