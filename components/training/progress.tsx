'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, GraduationCap } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { parseAsIsoDateTime, parseAsNumberLiteral, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { IconButton } from '@/components/ui/button'
import type { RecordSpec } from '@/components/ui/data-table/records/record-list'
import { RecordSection } from '@/components/ui/data-table/records/record-page'
import type { RecordColumn } from '@/components/ui/data-table/records/record-types'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import { useRecordBulk } from '@/components/ui/data-table/records/record-verbs'
import { useRecords } from '@/components/ui/data-table/records/use-records'
import { Time } from '@/components/ui/dates/time'
import { Segmented } from '@/components/ui/inputs/segmented'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { NameLink } from '@/components/ui/lists/name-link'
import { useNow } from '@/lib/browser/now'
import { userByNameHref } from '@/lib/browser/routes'
import { trainingQueries } from '@/lib/training/queries'
import type { ProgressEvent, progressPage } from '@/lib/training/schema'
import { ProgressStrip } from './progress-strip'

const dayMs = 86_400_000
const widths = [1, 3, 7] as const
/** Bars of the chart: an hour, four or twelve each. */
const slotsOf = { 1: 24, 3: 18, 7: 14 } as const

/** "LESSON_COMPLETED" as "Lesson completed". Names of events are not translated: their list is not public. */
function humanize(word: string): string {
  const plain = word
    .replace(/^(?:TRAINING|EVENT)_/, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1).toLowerCase()}`
}

const firstSort = { name: 'time', isDescending: true }
const spec: RecordSpec<ProgressEvent> = {
  idOf: ({ eventId }) => eventId,
  nameOf: ({ who }) => who,
  hrefOf: null,
  // People have no id here, only the email address by which they are found.
  main: ({ who }) => (
    <NameLink isInRow href={who.includes('@') ? userByNameHref(who) : null} className="font-medium">
      {who}
    </NameLink>
  ),
}
const eventsOf = ({ events }: z.infer<typeof progressPage>) => events

/** Who opened and completed lessons, in a period of at most a week: SafetyCulture returns no more at a time. */
export function Progress() {
  const t = useTranslations('training.progress')
  const [days, setDays] = useQueryState('days', parseAsNumberLiteral(widths).withDefault(7))
  const [end, setEnd] = useQueryState('until', parseAsIsoDateTime)
  // A period that ends now does not move while it is shown. It uses the page's clock, so that server and browser agree.
  const now = useNow(60_000)
  const [openedAt] = useState(() => new Date(now + 60_000))
  const until = end ?? openedAt
  const from = new Date(until.getTime() - days * dayMs)
  const query = useInfiniteQuery(trainingQueries.progress({ from: from.toISOString(), until: until.toISOString() }))
  const columns = useColumns()
  const records = useRecords({ name: 'training-progress', ...usePages(query, eventsOf), columns, firstSort })
  const move = (by: number) => {
    const next = new Date(until.getTime() + by * days * dayMs)
    void setEnd(next >= openedAt ? null : next)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
        <Segmented
          label={t('period.label')}
          value={String(days)}
          options={widths.map((width) => ({ value: String(width), label: t('period.days', { count: width }) }))}
          onChange={(next) => void setDays(widths.find((width) => String(width) === next) ?? 7)}
        />
        <IconButton label={t('period.earlier')} icon={ChevronLeft} size="sm" onClick={() => move(-1)} />
        <span className="tabular-nums">
          {t.rich('period.span', {
            start: () => <Time value={from.toISOString()} />,
            end: () => <Time value={until.toISOString()} />,
          })}
        </span>
        <IconButton
          label={t('period.later')}
          icon={ChevronRight}
          size="sm"
          disabled={end === null}
          onClick={() => move(1)}
        />
      </div>
      {records.rows !== undefined && records.rows.length > 0 && (
        <ProgressStrip
          events={records.rows}
          isWhole={!query.hasNextPage}
          fromMs={from.getTime()}
          untilMs={until.getTime()}
          slots={slotsOf[days]}
        />
      )}
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
    </div>
  )
}

function useColumns(): ReadonlyArray<RecordColumn<ProgressEvent>> {
  const t = useTranslations('training.progress')
  return useMemo(
    (): ReadonlyArray<RecordColumn<ProgressEvent>> => [
      {
        id: 'person',
        label: t('columns.person'),
        widthPx: 220,
        minWidthPx: 140,
        isShownFirst: true,
        isSearched: true,
        value: ({ who }) => who,
        facet: { noun: t('nouns.person') },
      },
      {
        id: 'event',
        label: t('columns.event'),
        widthPx: 180,
        minWidthPx: 120,
        isShownFirst: true,
        value: ({ what }) => humanize(what),
        facet: { noun: t('nouns.event') },
      },
      {
        id: 'lesson',
        label: t('columns.lesson'),
        widthPx: 260,
        minWidthPx: 140,
        isShownFirst: true,
        isFolded: true,
        isSearched: true,
        value: ({ lessonTitle }) => lessonTitle,
      },
      {
        id: 'course',
        label: t('columns.course'),
        widthPx: 260,
        minWidthPx: 140,
        isShownFirst: true,
        isFolded: true,
        isSearched: true,
        value: ({ courseTitle }) => courseTitle,
        facet: { noun: t('nouns.course') },
      },
      {
        id: 'score',
        label: t('columns.score'),
        kind: 'number',
        widthPx: 88,
        isShownFirst: true,
        value: ({ score }) => (score === null ? null : Math.round(score)),
      },
      {
        id: 'time',
        label: t('columns.time'),
        kind: 'time',
        widthPx: 128,
        isShownFirst: true,
        value: ({ at }) => (at === null ? null : { time: at }),
      },
    ],
    [t],
  )
}
