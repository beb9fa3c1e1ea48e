/* oxlint-disable jsx-a11y/prefer-tag-over-role -- like the grid, only the visible columns exist */
import { useTranslations } from 'next-intl'
import { use } from 'react'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { ColumnUse, Mapping, Sheet } from '@/lib/user-jobs/sheet/types'
import { columnWidth, lineWidth } from './grid-row'
import { headHeight } from './grid-sight'
import { HeadContext } from './head-context'

/** The field that a column is mapped to. */
export function describeUse(t: UserJobTexts, to: ColumnUse | undefined): string {
  if (to?.to === 'field') return t(`fields.${to.field}.label`)
  return to?.to === 'attribute' ? t('fields.attribute.label', { name: to.name }) : t('fields.none')
}

/** The headers of the visible columns, with the field that each is mapped to. */
export function GridHead({
  sheet,
  mapping,
  width,
  columns,
  columnStart,
}: {
  sheet: Sheet
  mapping: Mapping
  width: number
  /** The visible columns. */
  columns: readonly number[]
  /** Left edge of the first visible column. */
  columnStart: number
}) {
  const t = useTranslations('userJobs')
  const renderField = use(HeadContext)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 flex border-b border-line-strong bg-raised"
      style={{ width, height: headHeight }}
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky start-0 z-10 flex shrink-0 items-end justify-end border-e border-line bg-raised px-2 pb-1 text-xs text-ink-muted"
        style={{ width: lineWidth }}
      >
        {t('grid.row')}
      </div>
      <div aria-hidden className="shrink-0" style={{ width: Math.max(0, columnStart - lineWidth) }} />
      {columns.map((column) => (
        <div
          key={column}
          role="columnheader"
          aria-colindex={column + 2}
          className="flex shrink-0 flex-col justify-center border-e border-line px-2"
          style={{ width: columnWidth }}
        >
          <span className="truncate text-sm font-medium" title={sheet.header[column] ?? ''}>
            {sheet.header[column]}
          </span>
          {renderField === null ? (
            <span className="truncate text-xs text-ink-muted">{describeUse(t, mapping[column])}</span>
          ) : (
            renderField(column)
          )}
        </div>
      ))}
    </div>
  )
}
