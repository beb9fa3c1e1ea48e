'use client'

import { useQuery } from '@tanstack/react-query'
import { OpeningList, OpeningRow } from '@/components/ui/opening-row'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/browser/numbers'
import { trainingQueries } from '@/lib/training/queries'
import type { LeaderboardRow } from '@/lib/training/schema'
import { Detail } from './detail'
import { PagedList, usePage } from './paged-list'

const shownMax = 100

/** Leaderboards, each with who leads. */
export function Leaderboards() {
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.leaderboards(page))
  return (
    <PagedList
      query={query}
      rowsOf={(answer) => answer.leaderboards}
      noun={['leaderboard', 'leaderboards']}
      onPage={setPage}
      empty="The service lists none that the token’s owner may see."
    >
      {(rows) => (
        <OpeningList label="Leaderboards">
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
  if (startsAt === null && endsAt === null) return null
  return (
    <span>
      {startsAt !== null && (
        <>
          from <Time value={startsAt} format="date" />{' '}
        </>
      )}
      {endsAt !== null && (
        <>
          to <Time value={endsAt} format="date" />
        </>
      )}
    </span>
  )
}

function Rankings({ board }: { board: LeaderboardRow }) {
  const query = useQuery(trainingQueries.rankings(board.leaderboardId))
  return (
    <Detail query={query} title="The ranking could not be read">
      {({ rankings }) => {
        const max = Math.max(0, ...rankings.map(({ score }) => score ?? 0))
        const begun = rankings.filter(({ isNotAttempted }) => !isNotAttempted).length
        return rankings.length === 0 ? (
          <p className="text-ink-muted">Nobody takes part yet.</p>
        ) : (
          <div className="flex flex-col gap-2">
            <p className="text-ink-muted">
              {formatCount(begun)} of {formatCount(rankings.length)} have begun.
              {rankings.length > shownMax && ` The first ${formatCount(shownMax)} are shown.`}
            </p>
            <Table
              label={`Ranking of ${board.name}`}
              columns={[
                { label: 'Who', className: 'pr-4' },
                { label: 'Rank', align: 'right', className: 'w-16' },
                { label: 'Score', align: 'right', className: 'w-24' },
                { label: 'Share of the best', className: 'w-2/5 pl-4 max-sm:hidden' },
              ]}
            >
              {rankings.slice(0, shownMax).map(({ participantId, name, rank, score, isNotAttempted }, index) => (
                <TableRow
                  key={participantId ?? `${index} ${name}`}
                  head={name}
                  headClassName="py-1.5 pr-4 wrap-anywhere"
                >
                  <td className="text-right">{rank ?? '–'}</td>
                  <td className="text-right">
                    {isNotAttempted || score === null ? (
                      <span className="text-ink-muted">not begun</span>
                    ) : (
                      formatCount(score)
                    )}
                  </td>
                  <td className="pl-4 max-sm:hidden">
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
