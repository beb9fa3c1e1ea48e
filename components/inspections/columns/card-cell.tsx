'use client'

import type { MouseEvent } from 'react'
import { Time } from '@/components/ui/dates/time'
import type { InspectionRow } from '@/lib/inspections/schema'
import { FailedCount, ResultLabel, RowMarks, RowScore } from './column-cells'
import { TitleLink } from './row-title'

/** A row on a phone: two lines. */
export function CardCell({ row, onClick }: { row: InspectionRow; onClick: (event: MouseEvent) => void }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <TitleLink row={row} onClick={onClick} className="font-medium" />
        <RowMarks row={row} />
        <Time value={row.modifiedAt} format="smart" className="ms-auto shrink-0 text-xs text-ink-muted" />
      </div>
      <div className="flex h-5 items-center gap-2 text-ink-muted">
        <span className="min-w-0 flex-1 truncate">
          {[row.templateName, row.siteName].filter((name) => name !== null).join(' · ')}
        </span>
        {row.scorePercentage !== null && <RowScore look="text" row={row} />}
        {row.failedCount !== null && row.failedCount > 0 ? (
          <FailedCount count={row.failedCount} />
        ) : (
          row.result !== null && <ResultLabel result={row.result} isShort />
        )}
      </div>
    </>
  )
}
