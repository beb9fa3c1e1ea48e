import { ArrowRight } from 'lucide-react'
import { formatPercentage } from '@/components/ui/score'
import { Time } from '@/components/ui/time'
import type { HeaderChange } from '@/lib/compare/diff-schema'
import type { ReportScore } from '@/lib/report/schema'
import { headerWords } from './words'

/** What differs in the head of an inspection, before and after. */
export function HeaderChanges({ changes }: { changes: readonly HeaderChange[] }) {
  return (
    <dl className="divide-y divide-line rounded-md border border-line bg-surface">
      {changes.map((change) => (
        <div key={change.field} className="grid gap-x-6 gap-y-1 px-4 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-sm text-ink-muted">{headerWords[change.field]}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 text-ink-muted wrap-anywhere">
              <span className="sr-only">before: </span>
              <HeaderValue change={change} side="left" />
            </span>
            <ArrowRight aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
            <span className="min-w-0 font-medium wrap-anywhere">
              <span className="sr-only">after: </span>
              <HeaderValue change={change} side="right" />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function HeaderValue({ change, side }: { change: HeaderChange; side: 'left' | 'right' }) {
  switch (change.field) {
    case 'startedAt':
    case 'completedAt': {
      const at = change[side]
      return at === null ? 'Not yet' : <Time value={at} />
    }
    case 'score':
      return formatScore(change[side])
    case 'archived':
      return change[side] ? 'Yes' : 'No'
    default:
      return change[side] ?? 'Not given'
  }
}

function formatScore(score: ReportScore | null): string {
  if (score === null) return 'Not scored'
  const points = score.max === null ? String(score.score) : `${score.score} of ${score.max}`
  return score.percentage === null ? points : `${formatPercentage(score.percentage)} (${points})`
}
