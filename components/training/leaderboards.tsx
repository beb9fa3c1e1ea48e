'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { OpeningList, OpeningRow } from '@/components/ui/lists/opening-row'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow } from '@/components/ui/lists/table'
import { Time } from '@/components/ui/dates/time'
import { trainingQueries } from '@/lib/training/queries'
import type { LeaderboardRow } from '@/lib/training/schema'
import { Detail } from './detail'
import { PagedList, usePage } from './paged-list'

const shownMax = 100

/** Leaderboards, each with the people who lead it. */
export function Leaderboards() {
  const t = useTranslations('training.leaderboards')
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.leaderboards(page))
  return (
    <PagedList query={query} rowsOf={(answer) => answer.leaderboards} name="leaderboards" onPage={setPage}>
      {(rows) => (
        <OpeningList label={t('label')}>
          {rows.map((board) => (
            <OpeningRow
              key={board.leaderboardId}
              id={board.leaderboardId}
              head={board.name}
              facts={<Span board={board} />}
            >
              {() => <Rankings board={board} />}
            </OpeningRow>
          ))}
        </OpeningList>
      )}
    </PagedList>
  )
}

function Span({ board: { startsAt, endsAt } }: { board: LeaderboardRow }) {
  const t = useTranslations('training.leaderboards')
  const start = () => <Time value={startsAt ?? ''} format="date" />
  const end = () => <Time value={endsAt ?? ''} format="date" />
  if (startsAt === null) return endsAt === null ? null : <span>{t.rich('until', { end })}</span>
  return <span>{endsAt === null ? t.rich('from', { start }) : t.rich('span', { start, end })}</span>
}

function Rankings({ board }: { board: LeaderboardRow }) {
  const t = useTranslations('training.leaderboards')
  const format = useFormatter()
  const query = useQuery(trainingQueries.rankings(board.leaderboardId))
  return (
    <Detail query={query} title={t('rankingFailed')}>
      {({ rankings }) => {
        const max = Math.max(0, ...rankings.map(({ score }) => score ?? 0))
        const started = rankings.filter(({ isNotAttempted }) => !isNotAttempted).length
        return rankings.length === 0 ? (
          <p className="text-ink-muted">{t('nobody')}</p>
        ) : (
          <div className="flex flex-col gap-2">
            <p className="text-ink-muted">
              {rankings.length > shownMax
                ? t('first', { started, all: rankings.length, shown: shownMax })
                : t('started', { started, all: rankings.length })}
            </p>
            <Table
              label={t('ranking', { name: board.name })}
              columns={[
                { label: t('columns.person'), className: 'pe-4' },
                { label: t('columns.rank'), align: 'right', className: 'w-16' },
                { label: t('columns.score'), align: 'right', className: 'w-24' },
                { label: t('columns.share'), className: 'w-2/5 ps-4 max-sm:hidden' },
              ]}
            >
              {rankings.slice(0, shownMax).map(({ participantId, name, rank, score, isNotAttempted }, index) => (
                <TableRow
                  key={participantId ?? `${index} ${name}`}
                  head={name}
                  headClassName="py-1.5 pe-4 wrap-anywhere"
                >
                  <td className="text-end">{rank ?? '–'}</td>
                  <td className="text-end">
                    {isNotAttempted || score === null ? (
                      <span className="text-ink-muted">{t('notStarted')}</span>
                    ) : (
                      format.number(score)
                    )}
                  </td>
                  <td className="ps-4 max-sm:hidden">
                    {!isNotAttempted && <ProgressBar className="h-2" value={score ?? 0} max={max} />}
                  </td>
                </TableRow>
              ))}
            </Table>
          </div>
        )
      }}
    </Detail>
  )
}
