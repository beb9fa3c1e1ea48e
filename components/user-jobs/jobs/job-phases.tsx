import { Circle, CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Spinner } from '@/components/ui/spinner'
import { classNames } from '@/lib/browser/class-names'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { UserJobDetail, UserJobPhase } from '@/lib/user-jobs/schema'
import { countSettled, hasEnded, isCancelledTooLate, type JobTexts, namePhase } from './job-texts'

type Step = 'sending' | 'starting' | 'validating' | 'executing' | 'ended'

function listSteps({ kind, way }: UserJobDetail): readonly Step[] {
  if (way === 'immediate') return ['sending', 'ended']
  if (kind === 'check') return ['sending', 'starting', 'validating', 'ended']
  return ['sending', 'starting', 'validating', 'executing', 'ended']
}

const stepOf: Partial<Record<UserJobPhase, Step>> = {
  sending: 'sending',
  starting: 'starting',
  validating: 'validating',
  validated: 'validating',
  executing: 'executing',
}

type StepState = 'passed' | 'current' | 'lost' | 'to-come' | 'broken' | 'late'

function readStepState(job: UserJobDetail, step: Step, steps: readonly Step[]): StepState {
  const isLate = isCancelledTooLate(job)
  const isWhole = isLate || job.phase === 'completed' || job.phase === 'validated'
  if (hasEnded(job)) {
    if (step === 'ended') return isLate ? 'late' : isWhole ? 'passed' : 'broken'
    if (isWhole) return 'passed'
    // For a stopped job, only the steps of Sightline itself are known.
    if (step === 'sending') return job.sent >= job.total ? 'passed' : 'to-come'
    return step === 'starting' && job.startedAt !== null ? 'passed' : 'to-come'
  }
  // In the phase `unknown`, the response to the last request was lost. The number of users sent shows which request
  // that was.
  const lost: Step = job.sent < job.total || !steps.includes('starting') ? 'sending' : 'starting'
  const current = steps.indexOf(stepOf[job.phase] ?? lost)
  const at = steps.indexOf(step)
  if (at === current) return job.phase === 'unknown' ? 'lost' : 'current'
  return at < current ? 'passed' : 'to-come'
}

const icons = { passed: CircleCheck, lost: CircleHelp, 'to-come': Circle, broken: CircleX, late: CircleAlert } as const
const inks: Record<StepState, string> = {
  passed: 'text-ink',
  current: 'font-medium text-ink',
  lost: 'font-medium text-unknown',
  'to-come': 'text-ink-muted',
  broken: 'text-bad',
  late: 'text-attention',
}
const iconInks: Record<StepState, string> = {
  passed: 'text-good',
  current: '',
  lost: 'text-unknown',
  'to-come': 'text-ink-muted',
  broken: 'text-bad',
  late: 'text-attention',
}
/** Icons and colors whose meaning screen readers get as text. */
const said = ['passed', 'lost', 'to-come'] as const

/** The steps of a job as a line, with the current one. */
export function JobPhases({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs')
  const states = useTranslations('userJobStates')
  const steps = listSteps(job)
  return (
    <ol aria-label={t('page.phases')} className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm tabular-nums">
      {steps.map((step, at) => {
        const state = readStepState(job, step, steps)
        const name = nameStep({ t, states }, job, step, state)
        const spoken = said.find((one) => one === state)
        const Icon = state === 'current' ? null : icons[state]
        return (
          <li
            key={step}
            {...(state === 'current' || state === 'lost' ? { 'aria-current': 'step' as const } : {})}
            className={classNames('flex items-center gap-1.5', inks[state])}
          >
            {at > 0 && <span aria-hidden className="me-0.5 h-px w-4 bg-line-strong max-sm:hidden" />}
            {Icon === null ? (
              <Spinner />
            ) : (
              <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', iconInks[state])} />
            )}
            <span>
              {spoken === undefined
                ? name
                : t.rich(`page.steps.said.${spoken}`, {
                    step: name,
                    hidden: (text) => <span className="sr-only">{text}</span>,
                  })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function nameStep(
  { t, states }: { t: UserJobTexts; states: JobTexts },
  job: UserJobDetail,
  step: Step,
  state: StepState,
): string {
  const { total, sent } = job
  if (state === 'late') return t('page.steps.late')
  if (step === 'ended') return hasEnded(job) ? namePhase(states, job.phase, job.kind) : t('page.steps.ended')
  if (step === 'sending') {
    if (state === 'passed') return t('page.steps.sent', { total })
    return state === 'to-come' ? t('page.steps.sentOf', { sent, total }) : t('page.steps.sending', { sent, total })
  }
  const phase = namePhase(states, step, job.kind)
  const isCounted = step === 'executing' || (step === 'validating' && job.kind === 'check')
  return state === 'current' && isCounted ? t('page.steps.counted', { phase, done: countSettled(job), total }) : phase
}
