'use client'

import { useId } from 'react'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import type { UserJobDetail } from '@/lib/user-jobs/schema'
import { useRowsFilter } from './job-rows-filter'
import { levelWords, tellReason } from './job-row-words'

/** What the service objected to, the most frequent first. A click shows the rows that have it. */
export function JobReasons({ job }: { job: UserJobDetail }) {
  const headId = useId()
  const { reason: chosen, setReason } = useRowsFilter()
  const reasons = [...job.reasons].sort((a, b) => b.count - a.count)
  return (
    <section aria-labelledby={headId} className="flex min-w-0 flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        Reasons
      </h2>
      <ul
        aria-labelledby={headId}
        className="max-h-72 divide-y divide-line overflow-y-auto rounded border border-line bg-surface"
      >
        {reasons.map(({ reason, level, count }) => {
          const isChosen = chosen === reason
          return (
            <li key={`${reason} ${level}`}>
              <button
                type="button"
                aria-pressed={isChosen}
                onClick={() => setReason(isChosen ? null : reason)}
                className={classNames(
                  'grid w-full grid-cols-[3.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-1.5 text-left text-sm hover:bg-raised',
                  isChosen && 'bg-accent-soft',
                )}
              >
                <span className="text-right font-semibold tabular-nums">{formatCount(count)}</span>
                <span className="min-w-0">
                  <span className="block truncate">{tellReason(reason)}</span>
                  <code className="block truncate font-mono text-xs text-ink-muted">{reason}</code>
                </span>
                <Badge tone={levelWords[level].tone}>{levelWords[level].label}</Badge>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
