'use client'

import Link from 'next/link'
import type { MouseEvent } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { inspectionHref } from '@/lib/browser/routes'
import type { ColumnId } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import { isRowKnown, readRowTitle } from './column-cells'

/** A row that is not here yet says where it stands, so that somebody who drags the scrollbar knows where they are. */
export function Waiting({ column, position }: { column: ColumnId; position: number }) {
  if (column !== 'title') return <Skeleton className="inline-block h-3 w-3/5" />
  return (
    <>
      <span className="shrink-0 text-xs text-ink-muted tabular-nums">{formatCount(position + 1)}</span>
      <Skeleton className="h-3 w-2/5" />
    </>
  )
}

export function TitleLink({
  row,
  onClick,
  className,
}: {
  row: InspectionRow
  onClick: (event: MouseEvent) => void
  className: string
}) {
  const isKnown = isRowKnown(row)
  return (
    <Link
      href={inspectionHref(row.auditId)}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      aria-label={isKnown ? undefined : 'Inspection being read'}
      className={classNames(
        'min-w-0 truncate',
        !isKnown && 'flex-1',
        row.missingAt !== null && 'text-ink-muted',
        className,
      )}
    >
      {isKnown ? readRowTitle(row) : <Skeleton className="h-3 w-3/5" />}
    </Link>
  )
}
