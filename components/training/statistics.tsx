'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo } from 'react'
import type * as z from 'zod'
import { NoValue } from '@/components/ui/data-table/records/record-cells'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ProgressBar } from '@/components/ui/progress-bar'
import { trainingQueries } from '@/lib/training/queries'
import type { CourseStatistics, statisticsPage } from '@/lib/training/schema'

const firstSort = { name: 'name', isDescending: false }
const nameOf = ({ title, courseId }: CourseStatistics) => title ?? courseId
const spec: RecordSpec<CourseStatistics> = { idOf: ({ courseId }) => courseId, nameOf, hrefOf: null }
const statisticsOf = ({ statistics }: z.infer<typeof statisticsPage>) => statistics

/** The share of people who completed a course, in percent; null while it is assigned to no one. */
const shareOf = ({ users, completed }: CourseStatistics) =>
  users === null || completed === null || users === 0 ? null : Math.round((completed / users) * 100)

/** How many opened and completed each course. */
export function Statistics() {
  const t = useTranslations('training.statistics')
  const query = useInfiniteQuery(trainingQueries.statistics())
  const columns = useColumns()
  const pages = usePages(query, statisticsOf)
  const { hasMore, isLoading, hasFailed } = pages.more
  const load = useEffectEvent(pages.more.load)
  // Loads all pages, because there are few courses and SafetyCulture sends them in its own order.
  useEffect(() => {
    if (hasMore && !isLoading && !hasFailed) load()
  }, [hasMore, isLoading, hasFailed])
  const records = useRecords({ name: 'training-completion', ...pages, columns, firstSort })
  return (
    <RecordSection
      label={t('label')}
      texts={{
        search: t('search'),
        searchHint: t('search'),
        failed: t('failed'),
        noMatch: t('noMatch'),
        count: (count, shown) => (shown === null ? t('count', { count }) : t('found', { shown, count })),
      }}
      query={query}
      records={records}
      spec={spec}
      bulk={useRecordBulk({ records, spec })}
      empty={
        <EmptyState icon={GraduationCap} title={t('empty.title')}>
          {t('empty.text')}
        </EmptyState>
      }
    />
  )
}

function useColumns(): ReadonlyArray<RecordColumn<CourseStatistics>> {
  const t = useTranslations('training.statistics')
  const format = useFormatter()
  return useMemo(() => {
    const number = (id: 'assigned' | 'opened' | 'completed', value: RecordColumn<CourseStatistics>['value']) => ({
      id,
      label: t(`columns.${id}`),
      kind: 'number' as const,
      widthPx: 96,
      isShownFirst: true as const,
      value,
    })
    return [
      {
        id: 'name',
        label: t('columns.course'),
        widthPx: 360,
        minWidthPx: 140,
        isShownFirst: true,
        isSearched: true,
        value: nameOf,
      },
      number('assigned', ({ users }) => users),
      number('opened', ({ opened }) => opened),
      number('completed', ({ completed }) => completed),
      {
        id: 'share',
        label: t('columns.share'),
        kind: 'number',
        widthPx: 180,
        isShownFirst: true,
        value: shareOf,
        cell: (row) => {
          const share = shareOf(row)
          if (share === null) return <NoValue />
          return (
            <span className="flex w-full items-center justify-end gap-2">
              <ProgressBar className="h-2 w-24" value={share} max={100} />
              <span className="w-10 text-end">{format.number(share / 100, { style: 'percent' })}</span>
            </span>
          )
        },
      },
    ]
  }, [t, format])
}
