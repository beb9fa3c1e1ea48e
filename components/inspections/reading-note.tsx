'use client'

import { buttonClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/popover'
import { ProgressBar } from '@/components/ui/progress-bar'
import { formatPercentage } from '@/components/ui/score'
import { describeProgress } from '@/lib/system/freshness'
import { formatCount } from '@/lib/browser/numbers'
import { useSystemStatus } from '@/lib/system/use-system-status'
import { filterNames, type FilterName, type ListParams } from '@/lib/inspections/schema'

/** What is known of a row before its document was read. */
const knownUnread: ReadonlySet<FilterName> = new Set([
  'template',
  'template!',
  'modified',
  'modified!',
  'missing',
  'problem',
  'review',
  'review!',
])

/**
 * How much of the documents is read, while some are not. A word beside the count with the sentence behind it: it comes
 * and goes by itself, so it has its place in the head, where no row moves for it.
 */
export function ReadingNote({ params, total }: { params: ListParams; total: number | null }) {
  const { status } = useSystemStatus()
  const progress = status === undefined ? null : describeProgress(status)
  const dependsOnDocuments = filterNames.some((name) => params[name] !== undefined && !knownUnread.has(name))
  if (progress === null || status === undefined || (total === 0 && !dependsOnDocuments)) return null
  const { hydrated, total: found, rowsToList } = status.sync
  const all = found + Math.max(0, rowsToList ?? 0)
  // Rounded down, and never all of it: some are left.
  const percent = all === 0 ? 0 : Math.min(99, Math.floor((hydrated / all) * 100))
  const share = formatPercentage(percent)
  const verb = dependsOnDocuments ? 'searched' : 'read'
  const sentence = dependsOnDocuments
    ? `${formatCount(hydrated)} of ${formatCount(found)} documents are read: what is found is among those, and more may follow.`
    : `Titles are still being read: ${progress}.`
  return (
    <Popover
      label="Documents being read"
      className="w-72 p-3 text-sm"
      trigger={
        <button
          type="button"
          aria-label={`${share} ${verb}. ${sentence}`}
          className={buttonClass('ghost', 'sm', 'px-1.5! text-unknown! tabular-nums')}
        >
          <ProgressRing percent={percent} />
          {/* On a phone the ring alone: a million has long numbers. */}
          <span className="max-sm:sr-only">
            {share} {verb}
          </span>
        </button>
      }
    >
      <ProgressBar value={hydrated} max={all} />
      <p className="mt-2">{sentence}</p>
    </Popover>
  )
}

function ProgressRing({ percent }: { percent: number }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-3.5 shrink-0 -rotate-90" fill="none" strokeWidth="2.5">
      <circle cx="8" cy="8" r="6" className="stroke-current opacity-25" />
      <circle cx="8" cy="8" r="6" className="stroke-current" pathLength="100" strokeDasharray={`${percent} 100`} />
    </svg>
  )
}
