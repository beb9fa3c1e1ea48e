import { useFormatter, useTranslations } from 'next-intl'
import { classNames } from '@/lib/browser/class-names'
import type { UserJobSummary, UserRowState } from '@/lib/user-jobs/schema'
import { listFigures } from './job-texts'

const segments: ReadonlyArray<readonly [state: UserRowState, fill: string]> = [
  ['ok', 'fill-good'],
  ['warned', 'fill-attention'],
  ['failed', 'fill-bad'],
  ['unknown', 'fill-unknown'],
  ['cancelled', 'fill-line-strong/50'],
  ['sent', 'fill-accent/40'],
]

/** The progress and outcomes of a job as one bar. Hidden from screen readers, because its numbers are beside it. */
export function JobBar({ job }: { job: UserJobSummary }) {
  const widthOf = (state: UserRowState) => (job.total === 0 ? 0 : (job.rows[state] / job.total) * 100)
  const startOf = (at: number) => segments.slice(0, at).reduce((sum, [state]) => sum + widthOf(state), 0)
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className="block h-1.5 w-full overflow-hidden rounded-full"
    >
      <rect width="100" height="4" className="fill-raised" />
      {segments.map(
        ([state, fill], at) =>
          job.rows[state] > 0 && (
            <rect key={state} x={startOf(at)} width={widthOf(state)} height="4" className={fill} />
          ),
      )}
    </svg>
  )
}

const inks = {
  good: 'text-good',
  attention: 'text-attention',
  bad: 'text-bad',
  unknown: 'text-unknown',
  neutral: 'text-ink',
  accent: 'text-ink',
} as const

/** The numbers of a job by outcome. */
export function JobNumbers({ job }: { job: UserJobSummary }) {
  const t = useTranslations('userJobs.page')
  const states = useTranslations('userJobStates')
  const format = useFormatter()
  return (
    <dl aria-label={t('numbers')} className="flex flex-wrap items-baseline gap-x-6 gap-y-1 tabular-nums">
      {listFigures(states, job).map(({ name, count, tone }) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dd className={classNames('text-lg font-semibold', count > 0 ? inks[tone] : 'text-ink-muted')}>
            {format.number(count)}
          </dd>
          <dt className="text-sm text-ink-muted">{name}</dt>
        </div>
      ))}
      <div className="flex items-baseline gap-1.5 text-sm text-ink-muted">
        <dt>{t('total')}</dt>
        <dd>{states('users', { count: job.total })}</dd>
      </div>
      {job.rows.warned > 0 && (
        <div className="flex items-baseline gap-1.5">
          <dd className="text-lg font-semibold text-attention">{format.number(job.rows.warned)}</dd>
          <dt className="text-sm text-ink-muted">{t('withWarnings')}</dt>
        </div>
      )}
    </dl>
  )
}
