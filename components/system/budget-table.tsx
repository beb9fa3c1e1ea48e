'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { Badge, type Tone } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow, type TableColumn } from '@/components/ui/lists/table'
import { useNow } from '@/lib/browser/now'
import type { SystemStatus } from '@/lib/system/schema'

type Bucket = SystemStatus['service']['budget'][number]

const columns = [
  { name: 'endpoint', column: { className: 'w-56' } },
  { name: 'left', column: {} },
  { name: 'resets', column: { align: 'right', className: 'w-20' } },
  { name: 'interactive', column: { align: 'right', className: 'w-28' } },
  { name: 'background', column: { align: 'right', className: 'w-32' } },
  { name: 'waiting', column: { align: 'right', className: 'w-36' } },
  { name: 'source', column: { align: 'right', className: 'w-36' } },
] as const

const seconds = { style: 'unit', unit: 'second', unitDisplay: 'narrow' } as const

const shareUsed = ({ remaining, limit }: Bucket) => (limit <= 0 ? 1 : 1 - remaining / limit)
const countQueued = ({ queuedPerson, queuedBackground }: Bucket) => queuedPerson + queuedBackground

/** Seconds until the window of a bucket resets, counted down from when the status was loaded. */
export function readResetSeconds(resetSeconds: number, readAt: number, now: number): number {
  return Math.max(0, Math.ceil(resetSeconds - Math.max(0, now - readAt) / 1000))
}

/** How full a bucket is: its tone, and its key in `system.usage.levels`. Not everyone can see the bar. */
export function describeLevel({ remaining, limit }: Pick<Bucket, 'remaining' | 'limit'>): {
  tone: Tone
  level: 'ok' | 'overHalfUsed' | 'almostUsedUp' | 'usedUp'
} {
  const share = limit <= 0 ? 0 : remaining / limit
  if (share <= 0) return { tone: 'bad', level: 'usedUp' }
  if (share <= 0.15) return { tone: 'attention', level: 'almostUsedUp' }
  if (share <= 0.5) return { tone: 'neutral', level: 'overHalfUsed' }
  return { tone: 'neutral', level: 'ok' }
}

/** What is left of each rate limit, who uses it, and when it resets. The busiest first. */
export function BudgetTable({ budget, readAt }: { budget: readonly Bucket[]; readAt: string }) {
  const t = useTranslations('system')
  const now = useNow(1000)
  const [isAll, setIsAll] = useState(false)
  if (budget.length === 0) return <p className="text-sm text-ink-muted">{t('usage.empty')}</p>
  const busiest = budget.toSorted((a, b) => countQueued(b) - countQueued(a) || shareUsed(b) - shareUsed(a))
  // Unused endpoints would hide the few that matter.
  const used = busiest.filter((entry) => shareUsed(entry) > 0 || countQueued(entry) > 0 || entry.source === 'headers')
  const idle = budget.length - used.length
  return (
    <>
      {used.length === 0 && !isAll && <p className="text-sm text-ink-muted">{t('usage.full')}</p>}
      {(isAll || used.length > 0) && (
        <Table
          label={t('usage.label')}
          columns={columns.map(({ name, column }): TableColumn => Object.assign({ label: t(`usage.${name}`) }, column))}
          className="-mx-4 px-4"
          tableClassName="min-w-5xl"
        >
          {(isAll ? busiest : used).map((entry) => (
            <BudgetRow key={entry.bucket} entry={entry} readAt={Date.parse(readAt)} now={now} />
          ))}
        </Table>
      )}
      {idle > 0 && (
        <Button size="sm" variant="ghost" className="mt-2 -ms-2" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
          {isAll ? t('actions.showUsed') : t('actions.showUnused', { count: idle })}
        </Button>
      )}
    </>
  )
}

function BudgetRow({ entry, readAt, now }: { entry: Bucket; readAt: number; now: number }) {
  const { bucket, remaining, limit, resetSeconds, sentPerson, sentBackground, source } = entry
  const t = useTranslations('system.usage')
  const format = useFormatter()
  const { tone, level } = describeLevel(entry)
  return (
    <TableRow
      head={bucket === 'other' ? t('otherEndpoints') : bucket}
      headClassName={bucket === 'other' ? 'py-2 pe-4' : 'py-2 pe-4 font-mono text-xs break-all'}
    >
      <td className="py-2">
        <span className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {t('remaining', { remaining, limit })}
          <Badge tone={tone}>{t(`levels.${level}`)}</Badge>
        </span>
        <ProgressBar value={remaining} max={limit} />
      </td>
      <td className="text-end">
        {remaining < limit ? (
          format.number(readResetSeconds(resetSeconds, readAt, now), seconds)
        ) : (
          <span className="text-ink-muted">{t('notUsed')}</span>
        )}
      </td>
      <td className="text-end text-ink-muted">{format.number(sentPerson)}</td>
      <td className="text-end text-ink-muted">{format.number(sentBackground)}</td>
      <td className="text-end text-ink-muted">
        <Queue entry={entry} />
      </td>
      <td className="text-end text-ink-muted">{t(`sources.${source}`)}</td>
    </TableRow>
  )
}

function Queue({ entry: { queuedPerson, queuedBackground } }: { entry: Bucket }) {
  const t = useTranslations('system.usage')
  if (queuedPerson > 0 && queuedBackground > 0)
    return t('waitingBoth', { interactive: queuedPerson, background: queuedBackground })
  if (queuedPerson > 0) return t('waitingInteractive', { count: queuedPerson })
  return queuedBackground > 0 ? t('waitingBackground', { count: queuedBackground }) : t('noneWaiting')
}
