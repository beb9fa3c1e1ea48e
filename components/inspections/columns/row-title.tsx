'use client'

import Link from 'next/link'
import type { MouseEvent } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { inspectionHref } from '@/lib/browser/routes'
import type { InspectionRow } from '@/lib/inspections/schema'
import { isRowKnown } from './column-cells'
import { useRowTexts } from './row-texts'

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
