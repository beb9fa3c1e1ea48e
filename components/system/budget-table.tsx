'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow, type TableColumn } from '@/components/ui/table'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import type { SystemStatus } from '@/lib/system/schema'

type Bucket = SystemStatus['service']['budget'][number]

const columns: readonly TableColumn[] = [
  { label: 'Endpoint' },
  { label: 'Left', className: 'w-40' },
  { label: 'Remaining', align: 'right', className: 'w-28' },
  { label: 'Resets', align: 'right', className: 'w-20' },
  { label: 'Waiting', align: 'right', className: 'w-32' },
  { label: 'Known from', align: 'right', className: 'w-32' },
]

/** Seconds until the window of a bucket starts anew, counted on from when the state was read. */
export function readResetSeconds(resetSeconds: number, readAt: number, now: number): number {
  return Math.max(0, Math.ceil(resetSeconds - Math.max(0, now - readAt) / 1000))
}

/** What is left of each limit of the service, and when it fills up again. */
export function BudgetTable({ budget, readAt }: { budget: readonly Bucket[]; readAt: string }) {
  const now = useNow(1000)
  const [isAll, setIsAll] = useState(false)
  if (budget.length === 0) return <p className="text-sm text-ink-muted">Nothing was asked of the service yet.</p>
  // What nobody asked for is full; it would bury the few that matter.
  const used = budget.filter(
    ({ remaining, limit, queuedPerson, queuedBackground, source }) =>
      remaining < limit || queuedPerson + queuedBackground > 0 || source === 'headers',
  )
  const idle = budget.length - used.length
  return (
    <>
      <Table label="Budget per endpoint" columns={columns} className="-mx-4 px-4" tableClassName="min-w-2xl">
        {(isAll ? budget : used).map((entry) => (
          <TableRow
            key={entry.bucket}
            head={entry.bucket}
            className="h-10"
            headClassName="pr-4 font-mono text-xs whitespace-nowrap"
          >
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
          </TableRow>
        ))}
      </Table>
      {idle > 0 && (
        <Button size="sm" variant="ghost" className="mt-2 -ml-2" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Show those in use' : `Show ${formatCount(idle)} more that nothing was asked of`}
        </Button>
      )}
    </>
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
