'use client'

import { useQuery } from '@tanstack/react-query'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow } from '@/components/ui/table'
import { formatCount } from '@/lib/browser/numbers'
import { trainingQueries } from '@/lib/training/queries'
import { PagedList, usePage } from './paged-list'

const write = (count: number | null) => (count === null ? '–' : formatCount(count))

/** How many opened and completed each course. */
export function Statistics() {
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.statistics(page))
  return (
    <PagedList
      query={query}
      rowsOf={(answer) => answer.statistics}
      noun={['course', 'courses']}
      onPage={setPage}
      empty="The reports of the service have no figures yet."
    >
      {(rows) => (
        <Table
          label="Completion of courses"
          className="rounded border border-line bg-surface px-4"
          tableClassName="min-w-[36rem]"
          columns={[
            { label: 'Course', className: 'min-w-48 pr-4' },
            { label: 'Assigned', align: 'right', className: 'w-24' },
            { label: 'Opened', align: 'right', className: 'w-24' },
            { label: 'Completed', align: 'right', className: 'w-24' },
            { label: 'Share', align: 'right', className: 'w-16' },
            { label: 'Completed of assigned', className: 'w-1/4 pl-4' },
          ]}
        >
          {rows.map(({ courseId, title, users, opened, completed }) => (
            <TableRow key={courseId} head={title ?? courseId} headClassName="py-2 pr-4 font-medium wrap-anywhere">
              <td className="text-right">{write(users)}</td>
              <td className="text-right">{write(opened)}</td>
              <td className="text-right">{write(completed)}</td>
              <td className="text-right">
                {users === null || completed === null || users === 0
                  ? '–'
                  : `${Math.round((completed / users) * 100)} %`}
              </td>
              <td className="pl-4">
                {users !== null && completed !== null && <ProgressBar className="h-2" value={completed} max={users} />}
              </td>
            </TableRow>
          ))}
        </Table>
      )}
    </PagedList>
  )
}
