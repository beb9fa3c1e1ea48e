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
import type { ReactNode } from 'react'
import { stateLooks } from '@/components/review/review-words'
import { Badge } from '@/components/ui/badge'
import { ScoreBar } from '@/components/ui/score'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { Tip } from '@/components/ui/tooltip'
import { classNames } from '@/lib/browser/class-names'
import { formatCount } from '@/lib/browser/numbers'
import { columnById, fieldOf, isAlwaysKnown, type ColumnId } from '@/lib/inspections/columns'
import type { InspectionResult, InspectionRow } from '@/lib/inspections/schema'

/** Counts are aligned right, so that their digits are below each other. */
export const isRightAligned = (id: ColumnId) => fieldOf(id).kind === 'count'

/** Title of a row, when it has none of its own or cannot be read. */
export function readRowTitle(row: InspectionRow): string {
  if (row.title !== null && row.title.trim() !== '') return row.title
  if (row.hydrated) return 'Untitled inspection'
  return row.problem === null ? 'Being read' : 'Cannot be read yet'
}

/** Whether there is anything to show but that it is being read. */
export function isRowKnown(row: InspectionRow): boolean {
  return row.hydrated || row.problem !== null || row.title !== null
}

const resultLooks: Record<InspectionResult, { icon: LucideIcon; word: string; tone: string }> = {
  failed: { icon: CircleX, word: 'Failed', tone: 'text-bad' },
  passed: { icon: CircleCheck, word: 'Passed', tone: 'text-good' },
  'in-progress': { icon: CircleDashed, word: 'In progress', tone: 'text-attention' },
}

/** How an inspection went, as icon and words. */
export function ResultLabel({ result, isShort = false }: { result: InspectionResult; isShort?: boolean }) {
  const { icon: Icon, word, tone } = resultLooks[result]
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', tone)} />
      <span className={isShort ? 'sr-only' : undefined}>{word}</span>
    </span>
  )
}

export function FailedCount({ count }: { count: number | null }) {
  if (count === null) return null
  if (count === 0) return <span className="text-ink-muted tabular-nums">0</span>
  return (
    <Badge tone="bad">
      {count}
      <span className="sr-only"> failed</span>
    </Badge>
  )
}

/** What people made of an inspection, as icon and words. */
export function ReviewLabel({ review }: { review: NonNullable<InspectionRow['review']> }) {
  const { icon: Icon, ink } = stateLooks[review.state]
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon aria-hidden size={14} strokeWidth={2} className={classNames('shrink-0', ink)} />
      <span className="truncate">{describeReview(review)}</span>
    </span>
  )
}

function describeReview({ state, isChangedSince }: NonNullable<InspectionRow['review']>): string {
  return isChangedSince ? `${stateLooks[state].words}, changed since` : stateLooks[state].words
}

/** What is out of the ordinary about a row: an icon whose words are in its tooltip and read aloud. */
export function RowMarks({ row }: { row: InspectionRow }) {
  return (
    <>
      {row.missingAt !== null && (
        <Badge tone="unknown" icon={Unlink} className="shrink-0">
          No longer found
        </Badge>
      )}
      {row.documentProblem !== null && (
        <Mark icon={TriangleAlert} tone="text-attention" words={`Read in part: ${row.documentProblem}`} />
      )}
      {row.problem !== null && (
        <Mark icon={TriangleAlert} tone="text-attention" words="Could not be read so far; it is tried again" />
      )}
      {row.review !== null && (
        <Mark
          icon={row.review.isChangedSince ? RefreshCw : stateLooks[row.review.state].icon}
          tone={row.review.isChangedSince ? 'text-attention' : stateLooks[row.review.state].ink}
          words={describeReview(row.review)}
        />
      )}
      {!row.hydrated && row.problem === null && row.title !== null && (
        <Mark icon={LoaderCircle} tone="text-ink-muted" words="Being read; this is the version before" />
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

/** A value as its kind looks; nothing where there is no value. */
function renderValue(id: ColumnId, row: InspectionRow): ReactNode {
  const { field, label } = columnById(id)
  const value = row[field]
  if (typeof value === 'object' || value === false) return null
  if (value === true) return <span className={muted}>{label}</span>
  if (typeof value === 'number') return <span className="text-ink-muted tabular-nums">{formatCount(value)}</span>
  if (fieldOf(id).kind === 'time') return <Time value={value} format="smart" className="text-ink-muted" />
  return <span className={muted}>{value}</span>
}

/** Columns that look different from what their kind gives. */
const ownLooks: Readonly<Partial<Record<ColumnId, (row: InspectionRow) => ReactNode>>> = {
  score: (row) => (row.scorePercentage === null ? null : <ScoreBar percentage={row.scorePercentage} />),
  failed: (row) => <FailedCount count={row.failedCount} />,
  result: (row) => (row.result === null ? null : <ResultLabel result={row.result} />),
  archived: (row) =>
    row.archived === true ? (
      <span className="inline-flex items-center gap-1.5 text-ink-muted">
        <Archive aria-hidden size={14} strokeWidth={2} className="shrink-0" />
        Archived
      </span>
    ) : null,
  review: (row) => (row.review === null ? null : <ReviewLabel review={row.review} />),
  id: (row) => <span className="min-w-0 truncate font-mono text-xs text-ink-muted">{row.auditId}</span>,
}

/** What a row shows in a column other than its title. */
export function Cell({ column, row }: { column: Exclude<ColumnId, 'title'>; row: InspectionRow }) {
  if (!isRowKnown(row) && !isAlwaysKnown(column)) return <Skeleton className="h-3 w-2/3" />
  return ownLooks[column] === undefined ? renderValue(column, row) : ownLooks[column](row)
}
