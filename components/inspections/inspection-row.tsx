'use client'

import { Archive, CircleCheck, CircleDashed } from 'lucide-react'
import Link from 'next/link'
import { memo, type MouseEvent } from 'react'
import { Badge } from '@/components/ui/badge'
import { formatPercentage, ScoreBar } from '@/components/ui/score'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import type { InspectionRow } from '@/lib/inspections/schema'

/** The columns, shared with the head. Below 640 px a row is a card of two lines. */
export const columnsClass =
  'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 px-4 sm:px-6 sm:grid-cols-[minmax(0,2.4fr)_minmax(0,1.3fr)_minmax(0,1fr)_3rem_3rem_6rem] lg:grid-cols-[minmax(0,2.4fr)_minmax(0,1.3fr)_minmax(0,1fr)_6rem_3rem_6.5rem_6rem] xl:grid-cols-[minmax(0,2.4fr)_minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)_6rem_3rem_6.5rem_6rem]'

/** Title of a row, when it has none of its own or cannot be read. */
export function readRowTitle(row: InspectionRow): string {
  if (row.title !== null && row.title.trim() !== '') return row.title
  return row.hydrated ? 'Untitled inspection' : 'Cannot be read yet'
}

interface RowProps {
  id: string
  position: number
  row: InspectionRow | undefined
  isActive: boolean
  onOpen: (position: number) => void
  onPoint: (position: number) => void
}

/** One inspection of the list: a link over the whole row, so that a middle click opens it in a tab of its own. */
export const InspectionRowView = memo(function InspectionRowView({
  id,
  position,
  row,
  isActive,
  onOpen,
  onPoint,
}: RowProps) {
  const isKnown = row !== undefined && (row.hydrated || row.problem !== null)
  const openPlainly = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(position)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid holds the focus and the keys
    <tr
      id={id}
      aria-rowindex={position + 2}
      aria-selected={isActive}
      aria-busy={row === undefined || undefined}
      onClick={(event) => {
        if (row !== undefined && !event.defaultPrevented) openPlainly(event)
      }}
      onPointerDown={() => onPoint(position)}
      className={classNames(
        columnsClass,
        'group relative h-19 content-center items-center gap-y-1 border-b border-line text-sm sm:h-10 sm:gap-y-0',
        row !== undefined && 'cursor-pointer hover:bg-raised',
        isActive &&
          'bg-accent-soft/60 group-focus-visible/grid:ring-2 group-focus-visible/grid:ring-accent group-focus-visible/grid:ring-inset',
      )}
    >
      <td className="order-1 min-w-0 sm:order-none">
        {row === undefined ? (
          <Skeleton className="h-3 w-3/5" />
        ) : (
          <Link
            href={inspectionHref(row.auditId)}
            prefetch={false}
            tabIndex={-1}
            onClick={openPlainly}
            aria-label={isKnown ? undefined : 'Inspection being read'}
            className="block truncate font-medium after:absolute after:inset-0 sm:font-normal sm:group-hover:underline sm:group-hover:underline-offset-2"
          >
            {isKnown ? readRowTitle(row) : <Skeleton className="h-3 w-3/5" />}
          </Link>
        )}
      </td>
      <td className="order-3 min-w-0 truncate text-ink-muted sm:order-none">
        {row?.templateName ?? ''}
        {row?.siteName != null && <span className="sm:hidden"> · {row.siteName}</span>}
      </td>
      <td className="hidden min-w-0 truncate text-ink-muted sm:block">{row?.siteName ?? ''}</td>
      <td className="hidden min-w-0 truncate text-ink-muted xl:block">{row?.authorName ?? ''}</td>
      <td className="hidden justify-self-start sm:block">
        {row?.scorePercentage != null && (
          <>
            <ScoreBar percentage={row.scorePercentage} className="hidden lg:inline-flex" />
            <span className="tabular-nums lg:hidden">{formatPercentage(row.scorePercentage)}</span>
          </>
        )}
      </td>
      <td className="order-4 justify-self-end sm:order-none">
        <span className="flex items-center gap-2">
          {row?.scorePercentage != null && (
            <span className="text-ink-muted tabular-nums sm:hidden">{formatPercentage(row.scorePercentage)}</span>
          )}
          <FailedCount count={row?.failedCount ?? null} />
          {row?.hydrated === true && row.completedAt === null && (
            <span className="sm:hidden">
              <CircleDashed aria-label="In progress" size={16} strokeWidth={2} className="text-attention" />
            </span>
          )}
        </span>
      </td>
      <td className="hidden lg:block">{row?.hydrated === true && <StateLabel row={row} />}</td>
      <td className="order-2 justify-self-end text-ink-muted sm:order-none">
        {row === undefined ? (
          <Skeleton className="h-3 w-16" />
        ) : (
          <Time value={row.modifiedAt} format="smart" className="relative z-1" />
        )}
      </td>
    </tr>
  )
})

function FailedCount({ count }: { count: number | null }) {
  if (count === null) return null
  if (count === 0) return <span className="hidden text-ink-muted tabular-nums sm:inline">0</span>
  return (
    <Badge tone="bad">
      {count}
      <span className="sr-only"> failed</span>
    </Badge>
  )
}

/** Whether an inspection is finished, as icon and words. */
export function StateLabel({ row }: { row: Pick<InspectionRow, 'archived' | 'completedAt'> }) {
  const [Icon, text, tone] =
    row.archived === true
      ? ([Archive, 'Archived', 'text-ink-muted'] as const)
      : row.completedAt === null
        ? ([CircleDashed, 'In progress', 'text-attention'] as const)
        : ([CircleCheck, 'Completed', 'text-good'] as const)
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap text-ink-muted">
      <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', tone)} />
      {text}
    </span>
  )
}
