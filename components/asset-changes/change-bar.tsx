import { useFormatter, useTranslations } from 'next-intl'
import type { ChangeSummary } from '@/lib/asset-changes/schema'
import { classNames } from '@/lib/browser/class-names'
import { tallies, type Tally } from './texts'

const fills: Record<Exclude<Tally, 'open'>, string> = {
  done: 'fill-good',
  unchanged: 'fill-good/45',
  failed: 'fill-bad',
  unknown: 'fill-unknown',
  cancelled: 'fill-line-strong/50',
}

/** The results of a change as a bar. Its numbers are beside it, so screen readers skip it. */
export function ChangeBar({ change, className }: { change: ChangeSummary; className?: string }) {
  const ended = tallies.filter((tally) => tally !== 'open')
  const widthOf = (tally: Tally) => (change.total === 0 ? 0 : (change[tally] / change.total) * 100)
  const startOf = (at: number) => ended.slice(0, at).reduce((sum, tally) => sum + widthOf(tally), 0)
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      className={classNames('block h-1.5 w-full overflow-hidden rounded-full', className)}
    >
      <rect width="100" height="4" className="fill-raised" />
      {ended.map(
        (tally, at) =>
          change[tally] > 0 && (
            <rect key={tally} x={startOf(at)} width={widthOf(tally)} height="4" className={fills[tally]} />
          ),
      )}
    </svg>
  )
}

const inks: Record<Tally, string> = {
  done: 'text-good',
  unchanged: 'text-ink',
  failed: 'text-bad',
  unknown: 'text-unknown',
  cancelled: 'text-ink',
  open: 'text-ink',
}

/** The numbers of a change. Zeros are left out, except the number done. */
export function ChangeNumbers({ change }: { change: ChangeSummary }) {
  const t = useTranslations('assetChanges.numbers')
  const format = useFormatter()
  const shown = tallies.filter((tally) => tally === 'done' || change[tally] > 0)
  return (
    <dl aria-label={t('label')} className="flex flex-wrap gap-x-6 gap-y-1 tabular-nums">
      {shown.map((tally) => (
        <div key={tally} className="flex items-baseline gap-1.5">
          <dd className={classNames('text-lg font-semibold', change[tally] > 0 ? inks[tally] : 'text-ink-muted')}>
            {format.number(change[tally])}
          </dd>
          <dt className="text-sm text-ink-muted">{tally === 'done' ? t('done', { total: change.total }) : t(tally)}</dt>
        </div>
      ))}
    </dl>
  )
}
