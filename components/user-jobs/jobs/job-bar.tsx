import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import type { UserJobSummary, UserRowState } from '@/lib/user-jobs/schema'
import { countUsers, listFigures } from './job-words'

const segments: ReadonlyArray<readonly [state: UserRowState, fill: string]> = [
  ['ok', 'fill-good'],
  ['warned', 'fill-attention'],
  ['failed', 'fill-bad'],
  ['unknown', 'fill-unknown'],
  ['cancelled', 'fill-line-strong/50'],
  ['sent', 'fill-accent/40'],
]

/** How far a job is and what came of it, as one bar. Always beside its numbers in words, so it is silent itself. */
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

/** The numbers of a job by outcome; those that say nothing are left out. */
export function JobNumbers({ job }: { job: UserJobSummary }) {
  return (
    <dl aria-label="Numbers of the job" className="flex flex-wrap items-baseline gap-x-6 gap-y-1 tabular-nums">
      {listFigures(job).map(({ name, count, tone }) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dd className={classNames('text-lg font-semibold', count > 0 ? inks[tone] : 'text-ink-muted')}>
            {formatCount(count)}
          </dd>
          <dt className="text-sm text-ink-muted">{name}</dt>
        </div>
      ))}
      <div className="flex items-baseline gap-1.5 text-sm text-ink-muted">
        <dt>of</dt>
        <dd>{countUsers(job.total)}</dd>
      </div>
      {job.rows.warned > 0 && (
        <div className="flex items-baseline gap-1.5">
          <dd className="text-lg font-semibold text-attention">{formatCount(job.rows.warned)}</dd>
          <dt className="text-sm text-ink-muted">of those with a warning</dt>
        </div>
      )}
    </dl>
  )
}
