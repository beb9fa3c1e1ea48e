'use client'

import { useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow, type TableColumn } from '@/components/ui/table'
import { useNow } from '@/lib/browser/now'
import { formatCount } from '@/lib/browser/numbers'
import type { SystemStatus } from '@/lib/system/schema'

type Bucket = SystemStatus['service']['budget'][number]

const columns: readonly TableColumn[] = [
  { label: 'Endpoint', className: 'w-56' },
  { label: 'Left' },
  { label: 'Resets', align: 'right', className: 'w-20' },
  { label: 'Sent by people', align: 'right', className: 'w-28' },
  { label: 'By sync and jobs', align: 'right', className: 'w-32' },
  { label: 'Waiting', align: 'right', className: 'w-36' },
  { label: 'Known from', align: 'right', className: 'w-28' },
]

const shareUsed = ({ remaining, limit }: Bucket) => (limit <= 0 ? 1 : 1 - remaining / limit)
const countQueued = ({ queuedPerson, queuedBackground }: Bucket) => queuedPerson + queuedBackground

/** Seconds until the window of a bucket starts anew, counted on from when the state was read. */
export function readResetSeconds(resetSeconds: number, readAt: number, now: number): number {
  return Math.max(0, Math.ceil(resetSeconds - Math.max(0, now - readAt) / 1000))
}

/** How full a bucket is, in words: the bar alone says nothing to who cannot see it. */
export function describeLevel({ remaining, limit }: Pick<Bucket, 'remaining' | 'limit'>): {
  tone: Tone
  words: string
} {
  const share = limit <= 0 ? 0 : remaining / limit
  if (share <= 0) return { tone: 'bad', words: 'Used up' }
  if (share <= 0.15) return { tone: 'attention', words: 'Almost used up' }
  if (share <= 0.5) return { tone: 'neutral', words: 'Over half used' }
  return { tone: 'neutral', words: 'Plenty' }
}

/** What is left of each limit of the service, who spends it, and when it fills up again. The busiest first. */
export function BudgetTable({ budget, readAt }: { budget: readonly Bucket[]; readAt: string }) {
  const now = useNow(1000)
  const [isAll, setIsAll] = useState(false)
  if (budget.length === 0) return <p className="text-sm text-ink-muted">Nothing was asked of the service yet.</p>
  const busiest = budget.toSorted((a, b) => countQueued(b) - countQueued(a) || shareUsed(b) - shareUsed(a))
  // What nobody asked for is full; it would bury the few that matter.
  const used = busiest.filter((entry) => shareUsed(entry) > 0 || countQueued(entry) > 0 || entry.source === 'headers')
  const idle = budget.length - used.length
  return (
    <>
      {used.length === 0 && !isAll && (
        <p className="text-sm text-ink-muted">All of it is left: nothing was asked of the service this minute.</p>
      )}
      {(isAll || used.length > 0) && (
        <Table label="Budget per endpoint" columns={columns} className="-mx-4 px-4" tableClassName="min-w-4xl">
          {(isAll ? busiest : used).map((entry) => (
            <BudgetRow key={entry.bucket} entry={entry} readAt={Date.parse(readAt)} now={now} />
          ))}
        </Table>
      )}
      {idle > 0 && (
        <Button size="sm" variant="ghost" className="mt-2 -ml-2" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? 'Show those in use' : `Show ${formatCount(idle)} more that nothing was asked of`}
        </Button>
      )}
    </>
  )
}

function BudgetRow({ entry, readAt, now }: { entry: Bucket; readAt: number; now: number }) {
  const { bucket, remaining, limit, resetSeconds, sentPerson, sentBackground, source } = entry
  const { tone, words } = describeLevel(entry)
  return (
    <TableRow
      head={bucket === 'other' ? 'All others together' : bucket}
      headClassName={bucket === 'other' ? 'py-2 pr-4' : 'py-2 pr-4 font-mono text-xs break-all'}
    >
      <td className="py-2">
        <span className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {formatCount(remaining)} of {formatCount(limit)}
          <Badge tone={tone}>{words}</Badge>
        </span>
        <ProgressBar value={remaining} max={limit} />
      </td>
      <td className="text-right">
        {remaining < limit ? (
          `${readResetSeconds(resetSeconds, readAt, now)} s`
        ) : (
          <span className="text-ink-muted">full</span>
        )}
      </td>
      <td className="text-right text-ink-muted">{formatCount(sentPerson)}</td>
      <td className="text-right text-ink-muted">{formatCount(sentBackground)}</td>
      <td className="text-right text-ink-muted">{describeWaiting(entry)}</td>
      <td className="text-right text-ink-muted">{source === 'headers' ? 'its answers' : 'the table'}</td>
    </TableRow>
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
