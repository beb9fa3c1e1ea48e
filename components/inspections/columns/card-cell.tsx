'use client'

import type { MouseEvent } from 'react'
import { Checkbox } from '@/components/ui/checkbox'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { classNames } from '@/lib/browser/class-names'
import type { InspectionRow } from '@/lib/inspections/schema'
import { FailedCount, ResultLabel, RowMarks } from './column-cells'
import { useRowTexts } from './row-texts'
import { TitleLink, Waiting } from './row-title'

/** A row on a phone: two lines. */
export function CardCell({
  row,
  position,
  className,
  isSelected,
  isChoosing,
  onClick,
}: {
  row: InspectionRow | undefined
  position: number
  className: string
  isSelected: boolean
  isChoosing: boolean
  onClick: (event: MouseEvent) => void
}) {
  const texts = useRowTexts()
  if (row === undefined)
    return (
      <td className={classNames('flex h-full flex-col justify-center gap-2 px-4', className)}>
        <span className="flex items-center gap-2">
          <Waiting column="title" position={position} />
        </span>
        <Skeleton className="h-3 w-1/2" />
      </td>
    )
  return (
    <td className={classNames('flex h-full items-center gap-3 px-4', className)}>
      {isChoosing && (
        <Checkbox
          tabIndex={-1}
          aria-label={texts.select(texts.title(row))}
          checked={isSelected}
          readOnly
          className="pointer-events-none size-5"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col justify-center gap-1">
        <div className="flex items-center gap-2">
          <TitleLink row={row} onClick={onClick} className="flex-1 font-medium" />
          <RowMarks row={row} />
          <Time value={row.modifiedAt} format="smart" className="shrink-0 text-xs text-ink-muted" />
        </div>
        <div className="flex h-5 items-center gap-2 text-ink-muted">
          <span className="min-w-0 flex-1 truncate">
            {[row.templateName, row.siteName].filter((name) => name !== null).join(' · ')}
          </span>
          {row.scorePercentage !== null && (
            <span className="shrink-0 tabular-nums">{texts.percent(row.scorePercentage)}</span>
          )}
          {row.failedCount !== null && row.failedCount > 0 ? (
            <FailedCount count={row.failedCount} />
          ) : (
            row.result !== null && <ResultLabel result={row.result} isShort />
          )}
        </div>
      </div>
    </td>
  )
}
