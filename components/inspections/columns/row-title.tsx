'use client'

import Link from 'next/link'
import type { MouseEvent } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import type { ColumnId } from '@/lib/inspections/columns'
import type { InspectionRow } from '@/lib/inspections/schema'
import { isRowKnown } from './column-cells'
import { useRowTexts } from './row-texts'

/** A row that is not loaded yet shows its number, for people who drag the scrollbar. */
export function Waiting({ column, position }: { column: ColumnId; position: number }) {
  const { number } = useRowTexts()
  if (column !== 'title') return <Skeleton className="inline-block h-3 w-3/5" />
  return (
    <>
      <span className="shrink-0 text-xs text-ink-muted tabular-nums">{number(position + 1)}</span>
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
  const texts = useRowTexts()
  const isKnown = isRowKnown(row)
  return (
    <Link
      href={inspectionHref(row.auditId)}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      aria-label={isKnown ? undefined : texts.loading}
      className={classNames(
        'min-w-0 truncate',
        !isKnown && 'flex-1',
        row.missingAt !== null && 'text-ink-muted',
        className,
      )}
    >
      {isKnown ? texts.title(row) : <Skeleton className="h-3 w-3/5" />}
    </Link>
  )
}
