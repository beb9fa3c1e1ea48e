'use client'

import { useTranslations } from 'next-intl'
import { useContext, useState } from 'react'
import { Button, ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { ActorContext, useMay } from '@/lib/browser/sign-in/actor'
import { classNames } from '@/lib/browser/class-names'
import { DropDialog, ReplaceDialog } from './bench-dialogs'
import { FixState } from './fix/fix-state'
import { useFixJob } from './fix/use-fix-job'
import { useReadNotices } from './import/import-notes'
import { ImportStep } from './import/import-step'
import { OpenBench } from './open-bench'
import { useBench } from './use-bench'
import { Stepper, type StepId } from './workbench-steps'

/** Imports users from a file in three steps, or opens the failed rows of an earlier import. */
export function Workbench({ fixJobId = null }: { fixJobId?: string | null }) {
  const t = useTranslations('userJobs.workbench')
  const may = useMay('user-jobs:write')
  const actor = useContext(ActorContext)
  if (!may || actor === null)
    return (
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <PageHeader title={t('title')} />
        <EmptyState
          title={t('denied.title')}
          action={<ButtonLink href={userJobHref()}>{t('actions.view')}</ButtonLink>}
          className="rounded border border-line bg-surface"
        >
          {t('denied.text')}
        </EmptyState>
      </div>
    )
  return <Bench key={fixJobId} ownerKey={actor.userId} fixJobId={fixJobId} />
}

/** The step at which a sheet opens: its rows, unless the file has several sheets or notices to read first. */
function useFirstStep(): (bench: BenchSheet) => StepId {
  const listNotices = useReadNotices()
  return (bench) => ((bench.notes?.sheets.length ?? 0) > 1 || listNotices(bench).length > 0 ? 'in' : 'fix')
}

function Bench({ ownerKey, fixJobId }: { ownerKey: string; fixJobId: string | null }) {
  const t = useTranslations('userJobs.workbench')
  const [step, setStep] = useState<StepId>('in')
  const firstStep = useFirstStep()
  const at = useBench(ownerKey, (opened) => setStep(firstStep(opened)))
  const fix = useFixJob(fixJobId, at)
  const { bench, draft } = at
  const [isOver, setIsOver] = useState(false)
  const [isDropping, setIsDropping] = useState(false)
  return (
    <div
      className={classNames(
        'flex flex-col gap-3 p-4 sm:px-6 sm:py-4',
        // The grid scrolls within the remaining height of the screen. If that is too small, the page scrolls too.
        bench !== null && step === 'fix' && 'sm:h-page sm:min-h-[38rem]',
      )}
    >
      <PageHeader
        title={t('title')}
        actions={
          bench !== null && (
            <Button variant="ghost" onClick={() => setIsDropping(true)}>
              {t('actions.startOver')}
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
            onNext={() => setStep('fix')}
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
