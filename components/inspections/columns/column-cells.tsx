import {
  Archive,
  CircleCheck,
  CircleDashed,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  RefreshCw,
  TriangleAlert,
  Unlink,
} from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { stateStyles } from '@/components/review/review-texts'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { NameLink } from '@/components/ui/lists/name-link'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/dates/time'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import { siteHref, templateHref, userByNameHref } from '@/lib/browser/routes'
import { columnById, fieldOf, isAlwaysKnown, type ColumnId } from '@/lib/inspections/columns'
import type { InspectionResult, InspectionRow } from '@/lib/inspections/schema'
import { type RowTexts, useRowTexts } from './row-texts'

/** Counts are aligned right, so that their digits line up. */
export const isRightAligned = (id: ColumnId) => fieldOf(id).kind === 'count'

/** Whether a row has anything to show yet. */
export function isRowKnown(row: InspectionRow): boolean {
  return row.hydrated || row.problem !== null || row.title !== null
}

const resultStyles: Record<InspectionResult, { icon: LucideIcon; tone: string }> = {
  failed: { icon: CircleX, tone: 'text-bad' },
  passed: { icon: CircleCheck, tone: 'text-good' },
  'in-progress': { icon: CircleDashed, tone: 'text-attention' },
}

/** The result of an inspection, as icon and text. */
export function ResultLabel({ result, isShort = false }: { result: InspectionResult; isShort?: boolean }) {
  const { results } = useRowTexts()
  const { icon: Icon, tone } = resultStyles[result]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', tone)} />
      <span className={isShort ? 'sr-only' : undefined}>{results[result]}</span>
    </span>
  )
}

/** The score of an inspection with its meaning. */
export function RowScore({
  look,
  row: { templateId, scorePercentage, completedAt },
}: {
  look: 'bar' | 'text'
  row: InspectionRow
}) {
  return <Score look={look} templateId={templateId} percentage={scorePercentage} isCompleted={completedAt !== null} />
}

export function FailedCount({ count }: { count: number | null }) {
  const { failed } = useRowTexts()
  if (count === null) return null
  if (count === 0) return <span className="text-ink-muted tabular-nums">0</span>
  return <Badge tone="bad">{failed(count)}</Badge>
}

/** The review of an inspection, as icon and text. */
export function ReviewLabel({ review }: { review: NonNullable<InspectionRow['review']> }) {
  const texts = useRowTexts()
  const { icon: Icon, ink } = stateStyles[review.state]
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', ink)} />
      <span className="truncate">{describeReview(review, texts)}</span>
    </span>
  )
}

function describeReview({ state, isChangedSince }: NonNullable<InspectionRow['review']>, { reviews }: RowTexts) {
  return reviews[state][isChangedSince ? 'changedSince' : 'current']
}

/** What is unusual about a row: icons with a text in their tooltip and for screen readers. */
export function RowMarks({ row }: { row: InspectionRow }) {
  const texts = useRowTexts()
  return (
    <>
      {row.missingAt !== null && (
        <Badge tone="unknown" icon={Unlink} className="shrink-0">
          {texts.missing}
        </Badge>
      )}
      {row.documentProblem !== null && (
        <Mark icon={TriangleAlert} tone="text-attention" words={texts.documentProblem(row.documentProblem)} />
      )}
      {row.problem !== null && <Mark icon={TriangleAlert} tone="text-attention" words={texts.problem} />}
      {row.review !== null && (
        <Mark
          icon={row.review.isChangedSince ? RefreshCw : stateStyles[row.review.state].icon}
          tone={row.review.isChangedSince ? 'text-attention' : stateStyles[row.review.state].ink}
          words={describeReview(row.review, texts)}
        />
      )}
      {!row.hydrated && row.problem === null && row.title !== null && (
        <Mark icon={LoaderCircle} tone="text-ink-muted" words={texts.previousVersion} />
      )}
    </>
  )
}

function Mark({ icon: Icon, tone, words }: { icon: LucideIcon; tone: string; words: string }) {
  return (
    <Tip content={<span className="block max-w-72 wrap-anywhere">{words}</span>}>
      <span className={classNames('inline-flex shrink-0', tone)}>
        <Icon aria-hidden size={14} strokeWidth={2} />
        <span className="sr-only">{words}</span>
      </span>
    </Tip>
  )
}

const muted = 'min-w-0 truncate text-ink-muted'

/** A value in the look of its kind; nothing when there is no value. */
function renderValue(id: ColumnId, row: InspectionRow, texts: RowTexts): ReactNode {
  const { field } = columnById(id)
  const value = row[field]
  if (typeof value === 'object' || value === false) return null
  if (value === true) return <span className={muted}>{texts.column(id)}</span>
  if (typeof value === 'number') return <span className="text-ink-muted tabular-nums">{texts.number(value)}</span>
  if (fieldOf(id).kind === 'time') return <Time value={value} format="smart" className="text-ink-muted" />
  return <span className={muted}>{value}</span>
}

/** A name with a page of its own. */
function CellName({ name, href }: { name: string | null; href: Route | null }) {
  return name === null ? null : (
    <NameLink isInRow href={href} className={muted}>
      {name}
    </NameLink>
  )
}

/** Columns with a look of their own. */
const ownCells: Readonly<Partial<Record<ColumnId, (row: InspectionRow, texts: RowTexts) => ReactNode>>> = {
  score: (row) => (row.scorePercentage === null ? null : <RowScore look="bar" row={row} />),
  failed: (row) => <FailedCount count={row.failedCount} />,
  result: (row) => (row.result === null ? null : <ResultLabel result={row.result} />),
  archived: (row, texts) =>
    row.archived === true ? (
      <span className="inline-flex items-center gap-1.5 text-ink-muted">
        <Archive aria-hidden size={14} strokeWidth={2} className="shrink-0" />
        {texts.archived}
      </span>
    ) : null,
  review: (row) => (row.review === null ? null : <ReviewLabel review={row.review} />),
  template: ({ templateName, templateId }) => (
    <CellName name={templateName} href={templateId === null ? null : templateHref(templateId)} />
  ),
  site: ({ siteName }) => <CellName name={siteName} href={siteName === null ? null : siteHref(siteName)} />,
  author: ({ authorName }) => (
    <CellName name={authorName} href={authorName === null ? null : userByNameHref(authorName)} />
  ),
  id: (row) => <span className="min-w-0 truncate font-mono text-xs text-ink-muted">{row.auditId}</span>,
}

/** The cell of a row in a column other than the title. */
export function Cell({ column, row }: { column: Exclude<ColumnId, 'title'>; row: InspectionRow }) {
  const texts = useRowTexts()
  if (!isRowKnown(row) && !isAlwaysKnown(column)) return <Skeleton className="h-3 w-2/3" />
  return ownCells[column] === undefined ? renderValue(column, row, texts) : ownCells[column](row, texts)
}
