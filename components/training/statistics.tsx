'use client'

import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'next-intl'
import { ProgressBar } from '@/components/ui/progress-bar'
import { Table, TableRow } from '@/components/ui/lists/table'
import { trainingQueries } from '@/lib/training/queries'
import { PagedList, usePage } from './paged-list'

/** How many opened and completed each course. */
export function Statistics() {
  const t = useTranslations('training.statistics')
  const format = useFormatter()
  const write = (count: number | null) => (count === null ? '–' : format.number(count))
  const { page, setPage } = usePage()
  const query = useQuery(trainingQueries.statistics(page))
  return (
    <PagedList query={query} rowsOf={(answer) => answer.statistics} name="statistics" onPage={setPage}>
      {(rows) => (
        <Table
          label={t('label')}
          className="rounded border border-line bg-surface px-4"
          tableClassName="min-w-[48rem]"
          columns={[
            { label: t('columns.course'), className: 'min-w-48 pe-4' },
            { label: t('columns.assigned'), align: 'right', className: 'w-24' },
            { label: t('columns.opened'), align: 'right', className: 'w-24' },
            { label: t('columns.completed'), align: 'right', className: 'w-24' },
            { label: t('columns.share'), align: 'right', className: 'w-28' },
            { label: t('columns.bar'), className: 'w-1/4 ps-4' },
          ]}
        >
          {rows.map(({ courseId, title, users, opened, completed }) => (
            <TableRow key={courseId} head={title ?? courseId} headClassName="py-2 pe-4 font-medium wrap-anywhere">
              <td className="text-end">{write(users)}</td>
              <td className="text-end">{write(opened)}</td>
              <td className="text-end">{write(completed)}</td>
              <td className="text-end">
                {users === null || completed === null || users === 0
                  ? '–'
                  : format.number(completed / users, { style: 'percent', maximumFractionDigits: 0 })}
              </td>
              <td className="ps-4">
                {users !== null && completed !== null && <ProgressBar className="h-2" value={completed} max={users} />}
              </td>
            </TableRow>
          ))}
        </Table>
      )}
    </PagedList>
  )
}
