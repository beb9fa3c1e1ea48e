'use client'

import { ProgressBar } from '@/components/ui/progress-bar'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import type { SystemStatus } from '@/lib/system/schema'

type Bucket = SystemStatus['service']['budget'][number]

/** Seconds until the window of a bucket starts anew, counted on from when the state was read. */
export function readResetSeconds(resetSeconds: number, readAt: number, now: number): number {
  return Math.max(0, Math.ceil(resetSeconds - Math.max(0, now - readAt) / 1000))
}

/** What is left of each limit of the service, and when it fills up again. */
export function BudgetTable({ budget, readAt }: { budget: readonly Bucket[]; readAt: string }) {
  const now = useNow(1000)
  if (budget.length === 0) return <p className="text-sm text-ink-muted">Nothing was asked of the service yet.</p>
  return (
    <ScrollRegion label="Budget per endpoint" className="-mx-4 overflow-x-auto px-4">
      <table className="w-full min-w-xl text-sm tabular-nums">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-muted">
            <th scope="col" className="py-2 font-medium">
              Endpoint
            </th>
            <th scope="col" className="w-40 py-2 font-medium">
              Left
            </th>
            <th scope="col" className="w-28 py-2 text-right font-medium">
              Remaining
            </th>
            <th scope="col" className="w-20 py-2 text-right font-medium">
              Resets
            </th>
            <th scope="col" className="w-32 py-2 text-right font-medium">
              Waiting
            </th>
            <th scope="col" className="w-32 py-2 text-right font-medium">
              Known from
            </th>
          </tr>
        </thead>
        <tbody>
          {budget.map((entry) => (
            <tr key={entry.bucket} className="h-10 border-b border-line last:border-b-0">
              <th scope="row" className="max-w-0 truncate pr-4 text-left font-mono text-xs font-normal">
                {entry.bucket}
              </th>
              <td>
                <ProgressBar value={entry.remaining} max={entry.limit} />
              </td>
              <td className="text-right">
                {formatCount(entry.remaining)} of {formatCount(entry.limit)}
              </td>
              <td className="text-right">
                {entry.remaining < entry.limit ? (
                  `${readResetSeconds(entry.resetSeconds, Date.parse(readAt), now)} s`
                ) : (
                  <span className="text-ink-muted">full</span>
                )}
              </td>
              <td className="text-right text-ink-muted">{describeWaiting(entry)}</td>
              <td className="text-right text-ink-muted">{entry.source === 'headers' ? 'its answers' : 'the table'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function describeWaiting({ queuedPerson, queuedBackground }: Bucket): string {
  if (queuedPerson + queuedBackground === 0) return 'none'
  return [
    queuedPerson > 0 && `${formatCount(queuedPerson)} of people`,
    queuedBackground > 0 && `${formatCount(queuedBackground)} of sync`,
  ]
    .filter(Boolean)
    .join(', ')
}
