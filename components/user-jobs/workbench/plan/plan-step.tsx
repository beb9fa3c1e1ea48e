'use client'

import { CloudCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Segmented } from '@/components/ui/inputs/segmented'
import { useRoomForNotices } from '@/components/ui/notices/use-room-for-notices'
import { Spinner } from '@/components/ui/spinner'
import { useSheet } from '@/components/user-jobs/grid/use-sheet'
import type { BenchSheet } from '@/components/user-jobs/grid/workbench-sheet'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'
import { noteOpenJob } from '@/components/user-jobs/jobs/job-open'
import type { Translator } from '@/lib/messages/translator'
import { immediateMax, usersMax } from '@/lib/user-jobs/values-model'
import { PlanCounts } from './plan-counts'
import { PlanNotes } from './plan-notes'
import { PlanChanges } from './plan-changes'
import { StartProblem } from './start-problem'
import { useLookup } from './use-lookup'
import { useStart, type Way } from './use-start'
import { listEmails, makePlan, type StartPlan } from './workbench-plan'

/** The effect of an import in numbers, and the button that starts it. */
export function PlanStep({
  bench,
  isTesting,
  onStarted,
  onBack,
  onTest,
}: {
  bench: BenchSheet
  /** Whether a dry run is in progress. */
  isTesting: boolean
  onStarted: () => void
  /** Returns to the rows. */
  onBack: () => void
  /** Returns to the rows and tests them, unless a dry run is in progress. */
  onTest: () => void
}) {
  const t = useTranslations('userJobs.confirm')
  const { sheet, validator, mapping } = bench
  const router = useRouter()
  const { version, judged } = useSheet(sheet, validator)
  const [way, setWay] = useState<Way>('job')
  const [sendsPartial, setSendsPartial] = useState(false)
  const emails = useMemo(
    () => (version + judged >= 0 ? listEmails(sheet, validator, mapping) : []),
    [sheet, validator, mapping, version, judged],
  )
  const { lookup, error, isBusy, retry } = useLookup(emails)
  const plan = useMemo(
    () => (version + judged >= 0 ? makePlan(sheet, validator, mapping, lookup, { sendsPartial }) : null),
    [sheet, validator, mapping, lookup, sendsPartial, version, judged],
  )
  const start = useStart(bench, (jobId) => {
    onStarted()
    noteOpenJob(jobId)
    router.push(userJobHref(jobId))
  })
  const startRow = useRef<HTMLDivElement>(null)
  // The buttons are the end of the page, above its padding.
  useRoomForNotices(plan === null ? 0 : 3.75, startRow)
  if (plan === null) return null
  const { sentIds } = plan
  const mayBeImmediate = sentIds.length > 0 && sentIds.length <= immediateMax
  const chosenWay: Way = mayBeImmediate ? way : 'job'
  const isTooMany = sentIds.length > usersMax
  return (
    <div className="flex flex-col gap-4">
      {error !== null && (
        <ErrorNotice
          error={error}
          title={t('lookupFailed')}
          kept={t('lookupKept')}
          tone="attention"
          onRetry={retry}
          isRetrying={isBusy}
        />
      )}
      <PlanCounts plan={plan} isBusy={isBusy} />
      {isBusy && (
        <output className="flex items-center gap-2 text-sm text-ink-muted">
          <Spinner /> {t('looking', { count: emails.length })}
        </output>
      )}
      <PlanNotes
        plan={plan}
        bench={bench}
        isTooMany={isTooMany}
        sendsPartial={sendsPartial}
        onSendPartial={setSendsPartial}
      />
      <PlanChanges plan={plan} />
      {mayBeImmediate && <WayChoice way={chosenWay} onChange={setWay} />}
      <StartProblem start={start} onAgain={() => void start.start(sentIds, chosenWay, true)} />
      <div ref={startRow} className="flex flex-wrap items-center justify-end gap-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-ink-muted">{t('cancelNote')}</p>
        <Button disabled={start.isBusy} onClick={onBack}>
          {t('actions.back')}
        </Button>
        <StartButtons
          plan={plan}
          isBusy={start.isBusy}
          isDisabled={sentIds.length === 0 || isTooMany || validator.pending > 0}
          isTesting={isTesting}
          onStart={() => void start.start(sentIds, chosenWay)}
          onTest={onTest}
        />
      </div>
    </div>
  )
}

/** The start of the import. Rows that were not tested can be sent, but the main action is to test them first. */
function StartButtons({
  plan,
  isBusy,
  isDisabled,
  isTesting,
  onStart,
  onTest,
}: {
  plan: StartPlan
  isBusy: boolean
  isDisabled: boolean
  isTesting: boolean
  onStart: () => void
  onTest: () => void
}) {
  const t = useTranslations('userJobs.confirm.actions')
  const action = nameStart(t, plan)
  // While nothing can be sent, a dry run would not help either.
  if (isDisabled || plan.unchecked === 0)
    return (
      <Button variant="primary" busy={isBusy} disabled={isDisabled} onClick={onStart}>
        {action}
      </Button>
    )
  return (
    <>
      <Button busy={isBusy} onClick={onStart}>
        {t('untested', { action })}
      </Button>
      <Button variant="primary" icon={CloudCheck} disabled={isBusy} onClick={onTest}>
        {isTesting ? t('viewTest') : t('testFirst', { count: plan.unchecked })}
      </Button>
    </>
  )
}

/** "Create 298, update 12", if the plan knows the numbers. */
function nameStart(t: Translator<'userJobs.confirm.actions'>, { counts, sentIds }: StartPlan): string {
  const { create, update, unknown } = counts
  if (unknown > 0 || create + update === 0) return t('import', { count: sentIds.length })
  if (create > 0 && update > 0) return t('both', { create, update })
  return create > 0 ? t('create', { count: create }) : t('update', { count: update })
}

function WayChoice({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const t = useTranslations('userJobs.confirm.way')
  return (
    <div className="flex flex-col gap-2 rounded border border-line bg-surface p-3 text-sm">
      <p>{t('hint', { max: immediateMax })}</p>
      <Segmented
        label={t('label')}
        value={way}
        options={[
          { value: 'job', label: t('job') },
          { value: 'immediate', label: t('immediate') },
        ]}
        onChange={onChange}
      />
    </div>
  )
}
