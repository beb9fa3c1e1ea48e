import { useFormatter, useTranslations } from 'next-intl'
import type { StartPlan } from './workbench-plan'

const outcomes = ['create', 'update', 'unchanged', 'unknown', 'leftOut'] as const
const headsShown = 4

/** How many users would be created, updated and so on. While `isBusy`, counts that may still change are omitted. */
export function PlanCounts({ plan, isBusy }: { plan: StartPlan; isBusy: boolean }) {
  const t = useTranslations('userJobs.confirm')
  const format = useFormatter()
  const { counts } = plan
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {outcomes
        .filter((key) => key !== 'unknown' || counts.unknown > 0)
        .map((key) => (
          <div key={key} className="flex flex-col gap-1 rounded border border-line bg-surface p-3">
            <dt className="text-sm font-medium">{t(`counts.${key}.label`)}</dt>
            <dd className="flex flex-col gap-1">
              <span className="text-xl font-semibold tabular-nums">
                {isBusy && key !== 'leftOut' && key !== 'unknown' && counts[key] === 0
                  ? '…'
                  : format.number(counts[key])}
              </span>
              <span className="text-xs text-ink-muted">
                {t(`counts.${key}.hint`)} {key === 'update' && <Uncompared untold={plan.untold} />}
              </span>
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** Why rows that may need no update count as updated: the current values of the users are unknown. */
function Uncompared({ untold: { rows, heads } }: { untold: StartPlan['untold'] }) {
  const t = useTranslations('userJobs.confirm')
  const format = useFormatter()
  if (rows === 0) return null
  const shown = heads.slice(0, headsShown)
  const more = heads.length - shown.length
  return more === 0
    ? t('uncompared', { count: rows, columns: format.list(shown) })
    : t('uncomparedMore', { count: rows, columns: format.list(shown, { type: 'unit' }), more })
}
