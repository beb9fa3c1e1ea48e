'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only visible rows exist, each positioned separately, which a table element does not allow */

import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { classNames } from '@/lib/browser/class-names'
import { useMounted } from '@/lib/browser/now'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import type { UserJobRow } from '@/lib/user-jobs/schema'
import { describeRowIssue, labelRow } from './job-row-texts'

type Row = Omit<UserJobRow, 'cells'>

/** Longer lists render only the visible rows. */
const wholeMax = 60
const rowPx = 56

/** Rows with number, email, result and reasons. `total` counts all rows. Scrolling past the loaded ones requests more. */
export function RowList({
  rows,
  total,
  onEnd,
  onOpen,
}: {
  rows: readonly Row[]
  total: number
  onEnd?: () => void
  onOpen: (position: number) => void
}) {
  const t = useTranslations('userJobs.rows')
  return (
    <div
      role="table"
      aria-label={t('label')}
      aria-rowcount={total + 1}
      className="min-w-0 rounded border border-line bg-surface"
    >
      <div role="rowgroup">
        <div
          role="row"
          aria-rowindex={1}
          className={classNames(
            columns,
            'border-b border-line py-1.5 text-xs font-medium text-ink-muted max-sm:sr-only',
          )}
        >
          <span role="columnheader" className="text-end">
            {t('columns.row')}
          </span>
          <span role="columnheader">{t('columns.email')}</span>
          <span role="columnheader">{t('columns.result')}</span>
          <span role="columnheader">{t('columns.reasons')}</span>
        </div>
      </div>
      {total <= wholeMax ? (
        <div role="rowgroup" className="divide-y divide-line">
          {rows.map((row, at) => (
            <RowLine key={row.position} row={row} index={at} onOpen={onOpen} />
          ))}
        </div>
      ) : (
        <ManyRows rows={rows} total={total} onEnd={onEnd ?? doNothing} onOpen={onOpen} />
      )}
    </div>
  )
}

const doNothing = () => {}
const columns =
  'grid items-center gap-x-3 px-3 text-sm grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:grid-cols-[3.5rem_minmax(10rem,1fr)_12rem_minmax(12rem,1.6fr)] sm:px-4'

function ManyRows({
  rows,
  total,
  onEnd,
  onOpen,
}: {
  rows: readonly Row[]
  total: number
  onEnd: () => void
  onOpen: (position: number) => void
}) {
  const t = useTranslations('userJobs.rows')
  const scroller = useRef<HTMLDivElement>(null)
  const isMounted = useMounted()
  const { inSight, extent } = useRowWindow(scroller, { total, size: rowPx })
  const isBeyond = (inSight.at(-1)?.position ?? 0) >= rows.length && rows.length < total
  const ask = useEffectEvent((_read: number) => onEnd())
  useEffect(() => {
    if (isBeyond) ask(rows.length)
  }, [isBeyond, rows.length])
  return (
    <div
      ref={scroller}
      role="rowgroup"
      aria-label={t('window', { count: total })}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      className="relative h-[min(60dvh,40rem)] overflow-auto"
    >
      {/* Styles are set only after mounting, because the page's policy forbids them in its markup. */}
      <div aria-hidden style={isMounted ? { height: extent } : undefined} />
      {inSight.map(({ position, start }) => {
        const row = rows[position]
        return row === undefined ? (
          <div
            key={`to read ${position}`}
            aria-hidden
            style={{ top: start, height: rowPx }}
            className="absolute inset-x-0 flex items-center border-b border-line px-4"
          >
            <Skeleton className="h-3 w-1/2" />
          </div>
        ) : (
          <RowLine key={row.position} row={row} index={position} start={start} onOpen={onOpen} />
        )
      })}
    </div>
  )
}

function RowLine({
  row,
  index,
  start,
  onOpen,
}: {
  row: Row
  index: number
  /** Its position in a list of which only a part is rendered. */
  start?: number
  onOpen: (position: number) => void
}) {
  const t = useTranslations('userJobs')
  const format = useFormatter()
  const { label, tone } = labelRow(t, useTranslations('userJobStates'), row)
  const isWindowed = start !== undefined
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      {...(isWindowed ? { style: { top: start, height: rowPx } } : {})}
      className={classNames(
        columns,
        isWindowed ? 'absolute inset-x-0 content-center border-b border-line' : 'min-h-11 content-center py-1',
      )}
    >
      <span role="cell" className="text-end text-ink-muted tabular-nums">
        {format.number(row.line)}
      </span>
      <span role="cell" className="min-w-0">
        <button
          type="button"
          onClick={() => onOpen(row.position)}
          title={row.username}
          className="block max-w-full truncate rounded-sm text-start font-medium hover:underline"
        >
          {row.username === '' ? t('rows.noEmail') : row.username}
        </button>
      </span>
      <span role="cell" className="min-w-0 max-sm:justify-self-end">
        <Badge tone={tone}>{label}</Badge>
      </span>
      <span role="cell" className="min-w-0 max-sm:col-span-2 max-sm:col-start-2">
        <Reasons row={row} />
      </span>
    </div>
  )
}

const reasonsMax = 2

function Reasons({ row: { issues } }: { row: Row }) {
  const t = useTranslations('userJobs')
  const shown = issues.slice(0, issues.length > reasonsMax ? reasonsMax - 1 : reasonsMax)
  const text = issues.map((issue) => describeRowIssue(t, issue)).join('\n')
  return (
    <span title={text} className="block text-xs text-ink-muted">
      {shown.map((issue, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- errors of a row have no id and never move
        <span key={at} className="block truncate">
          {describeRowIssue(t, issue)}
        </span>
      ))}
      {issues.length > shown.length && <span>{t('rows.more', { count: issues.length - shown.length })}</span>}
    </span>
  )
}
