'use client'

import { Check } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import { userJobHref } from '@/components/user-jobs/jobs/job-links'

const steps = ['in', 'fix', 'plan'] as const
export type StepId = (typeof steps)[number]

/** The steps from file to import. Each reachable step is a button, and going back loses nothing. */
export function Stepper({
  step,
  reachable,
  onStep,
}: {
  step: StepId
  reachable: readonly StepId[]
  onStep: (step: StepId) => void
}) {
  const t = useTranslations('userJobs.workbench.steps')
  const current = steps.indexOf(step)
  return (
    <nav aria-label={t('label')}>
      <ol className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
        {steps.map((id, at) => (
          <li key={id} className="flex items-center gap-1">
            {at > 0 && <span aria-hidden className="h-px w-3 bg-line-strong max-sm:hidden sm:w-5" />}
            <button
              type="button"
              aria-current={id === step ? 'step' : undefined}
              disabled={!reachable.includes(id)}
              onClick={() => onStep(id)}
              className={classNames(
                'flex h-8 items-center gap-1.5 rounded px-2 whitespace-nowrap disabled:cursor-not-allowed disabled:opacity-60',
                id === step
                  ? 'bg-accent-soft font-medium text-accent-ink'
                  : 'text-ink-muted not-disabled:hover:bg-raised',
              )}
            >
              <span
                className={classNames(
                  'flex size-5 items-center justify-center rounded-full border text-xs tabular-nums',
                  id === step ? 'border-accent' : 'border-line-strong',
                )}
              >
                {at < current ? <Check aria-hidden size={12} strokeWidth={2.5} /> : at + 1}
              </span>
              <span className={classNames(id !== step && 'max-sm:sr-only')}>{t(id)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Shown below every step: whether the draft is saved. */
export function Footer({
  isKept,
  isElsewhere,
  isOver,
}: {
  isKept: boolean
  /** Whether another tab has its own draft, so that this sheet is not saved. */
  isElsewhere: boolean
  isOver: boolean
}) {
  const t = useTranslations('userJobs.workbench')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-xs text-ink-muted">
        {t.rich(`footer.${isOver ? 'started' : isKept ? 'kept' : isElsewhere ? 'elsewhere' : 'unsaved'}`, {
          link: (text) => (
            <Link href={userJobHref()} className="underline underline-offset-2">
              {text}
            </Link>
          ),
        })}
      </p>
    </div>
  )
}
