'use client'

import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { Badge } from '@/components/ui/badge'
import { IdCell } from '@/components/ui/data-table/records/record-cells'
import type { RecordListProps } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { type MorePages, useRecords } from '@/components/ui/data-table/records/use-records'
import { NameLink } from '@/components/ui/lists/name-link'
import { userHref } from '@/lib/browser/routes'
import type { UserJobRow } from '@/lib/user-jobs/schema'
import { columnOf, guessMapping } from '@/lib/user-jobs/sheet/columns'
import { RowDetails } from './job-row-details'
import { describeRowIssue, labelRow, listRowLabels } from './job-row-texts'

/** A row of a job. Rows of a job that was started elsewhere have no cells. */
type Row = Omit<UserJobRow, 'cells'> & { cells?: readonly string[] }

const firstSort = { name: 'row', isDescending: false }
const idOf = ({ position }: Row) => String(position)

/**
 * The rows of a job as a table, with the result of each user and its reasons. Opening a row shows everything about it.
 */
export function RowTable({
  header,
  rows,
  more,
  query,
  filters,
  empty,
}: {
  /** Headers of the file's columns; empty for a job that was started elsewhere. */
  header: readonly string[]
  rows: readonly Row[] | undefined
  more?: MorePages
  query: ComponentProps<typeof RecordSection>['query']
  filters?: RecordListProps<Row>['filters']
  empty: ReactNode
}) {
  const t = useTranslations('userJobs')
  const columns = useRowColumns(header)
  const records = useRecords({ name: 'user-job-rows', rows, columns, firstSort, more })
  const nameOf = ({ username }: Row) => (username === '' ? t('rows.noEmail') : username)
  // Links to rows of a job are of no use elsewhere.
  const bulk = useRecordBulk({ records, spec: { idOf, nameOf, hrefOf: null } })
  return (
    <RecordSection
      label={t('rows.label')}
      texts={{
        search: t('rows.search'),
        searchHint: t('rows.searchHint'),
        failed: t('rows.failed'),
        kept: rows === undefined ? t('rows.kept') : t('rows.keptShown'),
        noMatch: t('rows.none.title'),
        count: (count, shown) => (shown === null ? t('rows.count', { count }) : t('rows.found', { shown, count })),
      }}
      query={query}
      records={records}
      // The cast is safe, because the link leads to this page with one row open.
      spec={{ idOf, nameOf, hrefOf: (one) => `?row=${idOf(one)}` as Route }}
      bulk={bulk}
      {...(filters === undefined ? {} : { filters })}
      peekContent={(_, row) => (row === undefined ? null : <RowDetails row={row} header={header} />)}
      empty={empty}
    />
  )
}

function useRowColumns(header: readonly string[]): ReadonlyArray<RecordColumn<Row>> {
  const t = useTranslations('userJobs')
  const states = useTranslations('userJobStates')
  // Jobs do not store the mapping, but guessing from the headers is good enough for a name.
  const names = useMemo(() => {
    const mapping = guessMapping(header)
    return (['firstName', 'lastName'] as const).map((field) => columnOf(mapping, field))
  }, [header])
  return useMemo((): ReadonlyArray<RecordColumn<Row>> => {
    const nameOf = ({ cells }: Row) =>
      names
        .map((column) => cells?.[column] ?? '')
        .join(' ')
        .trim()
    const reasonsOf = ({ issues }: Row) => issues.map((issue) => describeRowIssue(t, issue)).join(' · ')
    return [
      {
        id: 'email',
        label: t('rows.columns.email'),
        widthPx: 260,
        minWidthPx: 160,
        isShownFirst: true,
        isSearched: true,
        value: ({ username }) => username,
      },
      {
        id: 'row',
        label: t('rows.columns.row'),
        kind: 'number',
        widthPx: 72,
        isShownFirst: true,
        value: ({ line }) => line,
      },
      {
        id: 'name',
        label: t('rows.columns.name'),
        widthPx: 180,
        isShownFirst: true,
        isSearched: true,
        isFolded: true,
        value: nameOf,
      },
      {
        id: 'result',
        label: t('rows.columns.result'),
        widthPx: 190,
        isShownFirst: true,
        value: (row) => labelRow(t, states, row).label,
        cell: (row) => {
          const { label, tone } = labelRow(t, states, row)
          return <Badge tone={tone}>{label}</Badge>
        },
        badges: listRowLabels(t, states),
        facet: { noun: t('rows.resultNoun'), isGroupOnly: true },
      },
      {
        id: 'reasons',
        label: t('rows.columns.reasons'),
        widthPx: 380,
        minWidthPx: 160,
        isShownFirst: true,
        isSearched: true,
        value: reasonsOf,
      },
      {
        id: 'user',
        label: t('rows.columns.userId'),
        widthPx: 300,
        minWidthPx: 160,
        isSearched: true,
        value: ({ userId }) => userId,
        cell: ({ userId }) =>
          userId === null ? null : (
            <NameLink isInRow href={userHref(userId)}>
              <IdCell id={userId} />
            </NameLink>
          ),
      },
    ]
  }, [t, states, names])
}
