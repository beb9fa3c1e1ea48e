'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useFormatter, useTranslations } from 'next-intl'
import { parseAsIsoDateTime, parseAsNumberLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { IconButton } from '@/components/ui/button'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Table, TableRow } from '@/components/ui/lists/table'
import { Time } from '@/components/ui/dates/time'
import { useNow } from '@/lib/browser/now'
import { trainingQueries } from '@/lib/training/queries'
import { PagedList, usePage } from './paged-list'
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

/** Who opened and completed lessons, in a period of at most a week: SafetyCulture returns no more at a time. */
export function Progress() {
  const t = useTranslations('training.progress')
  const format = useFormatter()
  const { page, setPage } = usePage()
  const [days, setDays] = useQueryState('days', parseAsNumberLiteral(widths).withDefault(7))
  const [end, setEnd] = useQueryState('until', parseAsIsoDateTime)
  // A period that ends now does not move while it is shown. It uses the page's clock, so that server and browser agree.
  const now = useNow(60_000)
  const [openedAt] = useState(() => new Date(now + 60_000))
  const until = end ?? openedAt
  const from = new Date(until.getTime() - days * dayMs)
  const query = useQuery(trainingQueries.progress({ from: from.toISOString(), until: until.toISOString(), page }))
  const move = (by: number) => {
    setPage(1)
    const next = new Date(until.getTime() + by * days * dayMs)
    void setEnd(next >= openedAt ? null : next)
  }
  return (
    <PagedList
      query={query}
      rowsOf={(answer) => answer.events}
      name="progress"
      onPage={setPage}
      tools={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <Segmented
            label={t('period.label')}
            value={String(days)}
            options={widths.map((width) => ({ value: String(width), label: t('period.days', { count: width }) }))}
            onChange={(next) => {
              setPage(1)
              void setDays(widths.find((width) => String(width) === next) ?? 7)
            }}
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
      }
    >
      {(rows) => (
        <>
          <ProgressStrip
            events={rows}
            isWhole={query.data?.page === 1 && query.data.total === rows.length}
            fromMs={from.getTime()}
            untilMs={until.getTime()}
            slots={slotsOf[days]}
          />
          <Table
            label={t('label')}
            className="mt-3 rounded border border-line bg-surface px-4"
            tableClassName="min-w-[44rem]"
            columns={[
              { label: t('columns.person'), className: 'pe-4' },
              { label: t('columns.event'), className: 'pe-4' },
              { label: t('columns.lesson'), className: 'pe-4' },
              { label: t('columns.course'), className: 'pe-4' },
              { label: t('columns.score'), align: 'right', className: 'w-16' },
              { label: t('columns.time'), align: 'right', className: 'w-36' },
            ]}
          >
            {rows.map(({ eventId, who, what, lessonTitle, courseTitle, score, at }) => (
              <TableRow key={eventId} head={who} headClassName="py-2 pe-4 wrap-anywhere">
                <td className="pe-4">{humanize(what)}</td>
                <td className="pe-4 wrap-anywhere">{lessonTitle ?? '–'}</td>
                <td className="pe-4 wrap-anywhere text-ink-muted">{courseTitle ?? '–'}</td>
                <td className="text-end">{score === null ? '–' : format.number(Math.round(score))}</td>
                <td className="text-end text-ink-muted">{at === null ? '–' : <Time value={at} format="smart" />}</td>
              </TableRow>
            ))}
          </Table>
        </>
      )}
    </PagedList>
  )
}
