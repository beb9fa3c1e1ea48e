'use client'

import { CircleCheck, History } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { createContext, use, useMemo } from 'react'
import { AssignButton } from '@/components/review/assign-button'
import { AssigneeName, DueBadge } from '@/components/review/assignment'
import { nameRow } from '@/components/review/review-texts'
import type { Mark } from '@/components/review/use-mark'
import { Score } from '@/components/templates/score'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { IdCell, NoValue, RowActions, ValueCell } from '@/components/ui/data-table/records/record-cells'
import { useSortTexts } from '@/components/ui/data-table/records/use-sort-texts'
import type { DataColumn } from '@/components/ui/data-table/table-types'
import { NameLink } from '@/components/ui/lists/name-link'
import { siteHref, templateHref, userByNameHref } from '@/lib/browser/routes'
import { useMay } from '@/lib/browser/sign-in/actor'
import { type FollowUpColumnId, followUpColumns } from '@/lib/review/columns'
import type { FollowUp } from '@/lib/review/follow-ups-schema'

/** Marks single follow-ups. A context, because rows render again only when their own mark changes. */
export const MarkContext = createContext<Mark | null>(null)

const actionsColumn = { id: 'actions', widthPx: 168, isShownFirst: true } as const

/** All columns of the list, including the column with its buttons, which files do not have. */
export const listedColumns = [...followUpColumns, actionsColumn]

const cells: Readonly<Record<FollowUpColumnId | 'actions', DataColumn<FollowUp>['cell']>> = {
  title: () => null,
  note: (item) => <NoteCell item={item} />,
  assignee: ({ review }) => (review.assignee === null ? <NoValue /> : <AssigneeName assignee={review.assignee} />),
  due: ({ review }) => <DueBadge isInColumn review={review} />,
  site: ({ row: { siteName } }) => <CellName name={siteName} href={siteName === null ? null : siteHref(siteName)} />,
  failed: ({ row }) => <ValueCell value={row.failedCount} />,
  marker: ({ review }) => <ValueCell value={review.reviewerName} />,
  marked: ({ review }) => <ValueCell value={{ time: review.reviewedAt }} />,
  template: ({ row: { templateName, templateId } }) => (
    <CellName name={templateName} href={templateId === null ? null : templateHref(templateId)} />
  ),
  author: ({ row: { authorName } }) => (
    <CellName name={authorName} href={authorName === null ? null : userByNameHref(authorName)} />
  ),
  score: ({ row }) => (
    <Score
      look="bar"
      templateId={row.templateId}
      percentage={row.scorePercentage}
      isCompleted={row.completedAt !== null}
    />
  ),
  completed: ({ row }) => <ValueCell value={row.completedAt === null ? null : { time: row.completedAt }} />,
  changed: ({ review }) => (review.isChangedSince ? <ChangedBadge /> : <NoValue />),
  id: ({ row }) => <IdCell id={row.auditId} />,
  actions: (item) => <FollowUpActions item={item} />,
}

const kinds: Readonly<Partial<Record<FollowUpColumnId | 'actions', 'number' | 'time'>>> = {
  failed: 'number',
  score: 'number',
  completed: 'time',
  due: 'time',
  marked: 'time',
}
/** Columns that begin with the largest or newest value. Due dates begin with the earliest, which is most useful. */
const descendingFirst: ReadonlySet<string> = new Set(['failed', 'score', 'completed', 'marked'])
/** In narrow lists the second line of the title has the note. */
const folded: ReadonlySet<string> = new Set(['note', 'site', 'marked', 'failed'])

/** The columns of the list of follow-ups. */
export function useFollowUpColumns(): ReadonlyArray<DataColumn<FollowUp>> {
  const t = useTranslations('review.followUps.columns')
  const rowText = useTranslations('review.followUps.row')
  const describe = useSortTexts()
  return useMemo(() => {
    const toColumn = (shape: (typeof listedColumns)[number]): DataColumn<FollowUp> => {
      const label = t(shape.id)
      const kind = kinds[shape.id]
      const name = 'sort' in shape ? shape.sort : undefined
      return {
        ...shape,
        label,
        isRight: kind === 'number',
        isFolded: folded.has(shape.id),
        badges: shape.id === 'changed' ? [rowText('changed')] : undefined,
        cell: cells[shape.id],
        sort:
          name === undefined
            ? undefined
            : {
                name,
                isDescendingFirst: descendingFirst.has(name),
                describe: (isDescending) => describe({ label, ...(kind === undefined ? {} : { kind }) }, isDescending),
              },
      }
    }
    return listedColumns.map(toColumn)
  }, [t, rowText, describe])
}

/** A name with a page of its own. */
function CellName({ name, href }: { name: string | null; href: Route | null }) {
  return name === null ? (
    <NoValue />
  ) : (
    <NameLink isInRow href={href}>
      {name}
    </NameLink>
  )
}

function NoteCell({ item: { review } }: { item: FollowUp }) {
  const t = useTranslations('review.followUps.row')
  if (review.note === '') return <span className="text-ink-muted">{t('noNote')}</span>
  return (
    <span title={review.note} className="truncate">
      {review.note}
    </span>
  )
}

export function ChangedBadge() {
  const t = useTranslations('review.followUps.row')
  return (
    <Badge tone="attention" icon={History}>
      {t('changed')}
    </Badge>
  )
}

/** What people do with a follow-up; the same in the list, on its card and in its preview. */
export function FollowUpActions({ item: { row, review } }: { item: FollowUp }) {
  const marks = use(MarkContext)
  const mayMark = useMay('reviews:write')
  const t = useTranslations('review.followUps.row')
  const name = nameRow(useTranslations('reportNames'), row)
  if (marks === null || !mayMark) return null
  // The version that was reviewed, so that a newer version stays "changed since review".
  const markReviewed = () =>
    void marks.mark(row.auditId, name, { state: 'reviewed', version: review.version, revision: review.revision })
  return (
    <RowActions>
      <AssignButton row={row} review={review} marks={marks} />
      <Button
        size="sm"
        icon={CircleCheck}
        busy={marks.pending.has(row.auditId)}
        onClick={markReviewed}
        aria-label={t('doneNamed', { name })}
      >
        {t('actions.done')}
      </Button>
    </RowActions>
  )
}
