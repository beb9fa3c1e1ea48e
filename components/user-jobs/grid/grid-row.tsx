'use client'

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- only visible rows exist, each positioned separately, which a table element does not allow */
import { CircleX, Info, TriangleAlert } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo, type ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'
import { describeIssue, type UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'
import type { CellIssue, IssueLevel } from '@/lib/user-jobs/sheet/types'

export const rowHeight = 32
export const columnWidth = 192
export const lineWidth = 72
const levelIcons = { error: CircleX, warning: TriangleAlert, info: Info } as const
const levelText: Record<IssueLevel, string> = { error: 'text-bad', warning: 'text-attention', info: 'text-accent-ink' }
const levelGround: Record<IssueLevel, string> = { error: 'bg-bad-soft', warning: 'bg-attention-soft', info: '' }

/** The icon and color of a level. Its text is beside it or in the description of the cell. */
export function LevelIcon({ level, label }: { level: IssueLevel; label?: string }) {
  const Icon = levelIcons[level]
  return (
    <Icon
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      size={14}
      strokeWidth={2}
      className={classNames('shrink-0', levelText[level])}
    />
  )
}

const ranks: Record<IssueLevel, number> = { error: 0, warning: 1, info: 2 }
const worstOf = (issues: readonly CellIssue[]) =>
  issues.reduce<IssueLevel | null>(
    (worst, { level }) => (worst === null || ranks[level] < ranks[worst] ? level : worst),
    null,
  )

/** The DOM id of a cell, for aria-activedescendant. */
export const cellDomId = (gridId: string, rowId: number, column: number) => `${gridId}-${rowId}-${column}`

interface GridRowProps {
  gridId: string
  rowId: number
  position: number
  start: number
  width: number
  cells: readonly string[]
  issues: readonly CellIssue[]
  firstColumn: number
  endColumn: number
  columnStart: number
  /** -1 if the row is not active. */
  activeColumn: number
  selectedLeft: number
  selectedRight: number
  isTouched: boolean
  secret: ReadonlySet<number>
  /** Columns that are not sent. */
  unused: ReadonlySet<number>
  editor: ReactNode
}

/** One row. Renders again only when its own cells, errors or marks change. */
export const GridRow = memo(function GridRow(row: GridRowProps) {
  const t = useTranslations('userJobs')
  const { rowId, width, firstColumn, endColumn, columnStart } = row
  return (
    <div
      role="row"
      aria-rowindex={row.position + 2}
      data-row-id={rowId}
      className="absolute start-0 flex border-b border-line"
      style={{ top: row.start, width, height: rowHeight }}
    >
      {drawRowHead(t, row)}
      <div aria-hidden className="shrink-0" style={{ width: Math.max(0, columnStart - lineWidth) }} />
      {Array.from({ length: endColumn - firstColumn }, (_, at) => drawCell(t, row, firstColumn + at))}
    </div>
  )
})

function drawRowHead(t: UserJobTexts, { rowId, issues, activeColumn, isTouched }: GridRowProps) {
  const ofRow = issues.filter(({ column }) => column === null)
  const rowLevel = worstOf(ofRow)
  const texts = ofRow.map((issue) => describeIssue(t, issue))
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      {...(rowLevel === null ? {} : { title: texts.join('\n') })}
      className={classNames(
        'sticky start-0 z-10 flex shrink-0 items-center justify-end gap-1 border-e border-line px-2 text-xs tabular-nums',
        activeColumn === -1 ? 'bg-raised text-ink-muted' : 'bg-accent-soft font-medium text-accent-ink',
      )}
      style={{ width: lineWidth }}
    >
      {rowLevel !== null && <LevelIcon level={rowLevel} label={texts.join(' ')} />}
      {isTouched && (
        <span aria-hidden title={t('grid.unchecked')} className="size-1.5 shrink-0 rounded-full bg-accent" />
      )}
      {rowId}
    </div>
  )
}

/** A function and not a component, because each scroll step renders about 600 cells and components would be slower. */
function drawCell(t: UserJobTexts, row: GridRowProps, column: number) {
  const { issues, selectedLeft, selectedRight, editor } = row
  const ofCell = issues.filter((issue) => issue.column === column)
  const level = worstOf(ofCell)
  const id = cellDomId(row.gridId, row.rowId, column)
  const isActive = column === row.activeColumn
  const isSelected = column >= selectedLeft && column <= selectedRight
  const words = ofCell.map((issue) => describeIssue(t, issue)).join(' ')
  return (
    <div
      key={column}
      id={id}
      role="gridcell"
      aria-colindex={column + 2}
      aria-selected={isSelected}
      {...(level === 'error' ? { 'aria-invalid': true } : {})}
      {...(level === null ? {} : { 'aria-describedby': `${id}-why`, title: words })}
      data-column={column}
      className={classNames(
        'relative flex shrink-0 items-center gap-1 overflow-hidden border-e border-line px-2 text-sm',
        level === null ? (isSelected ? 'bg-accent-soft' : '') : levelGround[level],
        row.unused.has(column) && 'text-ink-muted',
        isActive && 'z-[1] outline-2 -outline-offset-2 outline-accent',
        isSelected && !isActive && 'shadow-[inset_0_0_0_1px_var(--accent)]',
      )}
      style={{ width: columnWidth }}
    >
      {isActive && editor !== null ? (
        editor
      ) : (
        <>
          {level !== null && <LevelIcon level={level} />}
          <CellText value={row.cells[column] ?? ''} secret={row.secret.has(column) ? t('grid.hiddenPassword') : null} />
          {level !== null && (
            <span id={`${id}-why`} hidden>
              {words}
            </span>
          )}
        </>
      )}
    </div>
  )
}

/** `secret`: a text that is shown instead of the value. */
function CellText({ value, secret }: { value: string; secret: string | null }) {
  if (secret === null || value === '') return <span className="truncate">{value.replaceAll('\n', ' ⏎ ')}</span>
  // Always the same number of dots, because the length of a password is secret too.
  return (
    <span className="truncate tracking-widest">
      <span aria-hidden>••••••••</span>
      <span className="sr-only">{secret}</span>
    </span>
  )
}
