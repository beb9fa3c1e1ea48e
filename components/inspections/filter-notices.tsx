'use client'

import { useTranslations } from 'next-intl'
import { useLayoutEffect, useRef } from 'react'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import type { Translator } from '@/lib/messages/translator'
import type { InspectionRows } from './use-inspection-rows'

/** Shown in place of rows that could not be loaded. */
export function RowsFailure({ rows }: { rows: InspectionRows }) {
  const t = useTranslations('inspections.failure')
  return (
    <ErrorNotice
      className="mx-4 my-2 sm:mx-6"
      error={rows.error}
      title={t('all')}
      onRetry={rows.retry}
      isRetrying={rows.isFetching}
    />
  )
}

/** Shown below the loaded rows. Above them, it would move every row. */
export function SomeRowsFailure({ rows, onHeight }: { rows: InspectionRows; onHeight: (heightPx: number) => void }) {
  const t = useTranslations('inspections.failure')
  const bar = useRef<HTMLDivElement>(null)
  // The width of the page decides the number of lines.
  useLayoutEffect(() => onHeight(bar.current?.offsetHeight ?? 0))
  return (
    <div ref={bar} className="shrink-0 border-t border-line bg-canvas px-4 py-2 sm:px-6">
      <ErrorNotice
        error={rows.error}
        title={t('some')}
        kept={t('kept')}
        tone="attention"
        onRetry={rows.retry}
        isRetrying={rows.isFetching}
      />
    </div>
  )
}

export interface ListCount {
  /** Null while not known. */
  total: number | null
  totalAll: number | null
  isExact: boolean
  /** The count is of the previous list. */
  isOld: boolean
}

/** The number of inspections, as text. */
export function describeCount(
  t: Translator<'inspections.count'>,
  { total, totalAll, isExact }: ListCount,
  isFiltered: boolean,
): string | null {
  if (total === null || totalAll === null) return null
  const precision = isExact ? 'exact' : 'about'
  return isFiltered ? t(`filtered.${precision}`, { total, all: totalAll }) : t(`all.${precision}`, { total })
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
  const words = describeCount(useTranslations('inspections.count'), count, isFiltered)
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
