import { formatCount } from '@/lib/browser/numbers'
import { type StartPlan, tellUntold } from './workbench-plan'

const fates = [
  { key: 'create', label: 'New', hint: 'No user has this e-mail yet.' },
  {
    key: 'update',
    label: 'Changed',
    hint: 'These users exist; what the row names is set, also where it is so already.',
  },
  {
    key: 'unchanged',
    label: 'As they are',
    hint: 'All that the row names is so already.',
  },
  { key: 'unknown', label: 'Not known', hint: 'New or changed: the service could not be asked.' },
  { key: 'leftOut', label: 'Left out', hint: 'Rows with errors are not sent.' },
] as const

/** How many users would be created, changed and so on. Counts that may still change are left open while it `isBusy`. */
export function PlanFates({ plan, isBusy }: { plan: StartPlan; isBusy: boolean }) {
  const { counts } = plan
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
      {fates
        .filter(({ key }) => key !== 'unknown' || counts.unknown > 0)
        .map(({ key, label, hint }) => (
          <div key={key} className="flex flex-col gap-1 rounded border border-line bg-surface p-3">
            <dt className="text-sm font-medium">{label}</dt>
            <dd className="flex flex-col gap-1">
              <span className="text-xl font-semibold tabular-nums">
                {isBusy && key !== 'leftOut' && key !== 'unknown' && counts[key] === 0 ? '…' : formatCount(counts[key])}
              </span>
              <span className="text-xs text-ink-muted">
                {hint}
                {key === 'update' && plan.untold.rows > 0 && ` ${tellUntold(plan.untold)}`}
              </span>
            </dd>
          </div>
        ))}
    </dl>
  )
}
