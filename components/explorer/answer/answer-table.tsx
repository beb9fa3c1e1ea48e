'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useRef } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { listColumns, readColumn, writeCell, type Row } from '@/lib/explorer/parse-answer'

const rowHeight = 32
const headHeight = 32
const sampleMax = 60
const cellCharsMax = 300

/** Rows of a list with a column for each field. Only visible rows are rendered. */
export function AnswerTable({ rows }: { rows: readonly Row[] }) {
  const t = useTranslations('explorer.response')
  const columns = useMemo(() => measureColumns(rows), [rows])
  const scroller = useRef<HTMLElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: rows.length, size: rowHeight, padding: headHeight })
  const [first] = inSight
  const above = first === undefined ? 0 : first.start - headHeight
  const below = Math.max(0, extent - 2 * headHeight - above - inSight.length * rowHeight)
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      aria-label={t('asTable')}
      className="max-h-[65dvh] overflow-auto rounded border border-line bg-surface"
    >
      <table className="table-fixed border-collapse text-xs" aria-rowcount={rows.length + 1}>
        <colgroup>
          {columns.map(({ name, chars }) => (
            <col key={name} style={{ width: `${chars + 3}ch` }} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-raised">
          <tr className="h-8">
            {columns.map(({ name }) => (
              <th key={name} scope="col" className="truncate px-2 font-mono font-medium" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={above} columns={columns.length} />
          {inSight.map(({ position }) => (
            <tr key={position} aria-rowindex={position + 2} className="h-8 border-b border-line">
              {columns.map(({ name, isNumber }) => {
                const text = cut(writeCell(readColumn(rows[position] ?? {}, name)))
                return (
                  <td
                    key={name}
                    title={text}
                    className={classNames('truncate px-2 tabular-nums', isNumber && 'text-end')}
                  >
                    {text}
                  </td>
                )
              })}
            </tr>
          ))}
          <Space height={below} columns={columns.length} />
        </tbody>
      </table>
    </section>
  )
}

/** Space in place of rows that are not visible. */
function Space({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden style={{ height }}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it is empty, and hidden */}
      <td colSpan={columns} />
    </tr>
  )
}

/** Columns with a width that holds the first rows. */
function measureColumns(rows: readonly Row[]) {
  const sample = rows.slice(0, sampleMax)
  return listColumns(rows).map((name) => {
    const values = sample.map((row) => readColumn(row, name)).filter((value) => value !== undefined && value !== null)
    const longest = Math.max(name.length, ...values.map((value) => writeCell(value).length))
    return {
      name,
      chars: Math.min(40, Math.max(6, longest)),
      isNumber: values.length > 0 && values.every((value) => typeof value === 'number'),
    }
  })
}

function cut(text: string): string {
  return text.length > cellCharsMax ? `${text.slice(0, cellCharsMax)}…` : text
}
