'use client'

import { useLayoutEffect, useRef } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { formatCount } from '@/lib/browser/numbers'
import type { InspectionRows } from './use-inspection-rows'

/** Rows could not be read: in place of the rows, where there are none. */
export function RowsFailure({ rows }: { rows: InspectionRows }) {
  return (
    <ErrorNotice
      className="mx-4 my-2 sm:mx-6"
      error={rows.error}
      title="The inspections could not be read"
      onRetry={rows.retry}
      isRetrying={rows.isFetching}
    />
  )
}

/** The same under the rows that are here. Above them it would move every row as it comes and goes. */
export function SomeRowsFailure({ rows, onHeight }: { rows: InspectionRows; onHeight: (heightPx: number) => void }) {
  const bar = useRef<HTMLDivElement>(null)
  // The page around it decides how many lines its words take.
  useLayoutEffect(() => onHeight(bar.current?.offsetHeight ?? 0))
  return (
    <div ref={bar} className="shrink-0 border-t border-line bg-canvas px-4 py-2 sm:px-6">
      <ErrorNotice
        error={rows.error}
        title="Some rows could not be read"
        kept="The rows above are as they were read before."
        tone="attention"
        onRetry={rows.retry}
        isRetrying={rows.isFetching}
      />
    </div>
  )
}

export interface ListCount {
  /** Null while nothing is known. */
  total: number | null
  totalAll: number | null
  isExact: boolean
  /** It is the count of the list from before. */
  isOld: boolean
}

/** How many there are, in words. */
export function describeCount({ total, totalAll, isExact }: ListCount, isFiltered: boolean): string | null {
  if (total === null || totalAll === null) return null
  const about = isExact ? '' : 'about '
  return isFiltered
    ? `${about}${formatCount(total)} of ${formatCount(totalAll)}`
    : `${about}${formatCount(total)} ${total === 1 ? 'inspection' : 'inspections'}`
}

export function CountLine({
  count,
  isFiltered,
  hasFailed,
}: {
  count: ListCount
  isFiltered: boolean
  hasFailed: boolean
}) {
  const words = describeCount(count, isFiltered)
  return (
    <output
      aria-busy={words === null ? !hasFailed : count.isOld}
      className="flex shrink-0 items-center gap-1.5 text-sm whitespace-nowrap text-ink-muted tabular-nums"
    >
      {words === null ? (
        !hasFailed && <Skeleton className="h-3 w-28" />
      ) : (
        <span className={count.isOld ? 'opacity-50' : 'text-ink'}>{words}</span>
      )}
    </output>
  )
}
