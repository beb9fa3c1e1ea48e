'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { type FilterField, listChoices } from '@/components/ui/data-table/columns/filter-choices'
import { usePages } from '@/components/ui/data-table/records/use-pages'
import type { ColumnFilter } from '@/components/ui/data-table/table-types'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { Segmented } from '@/components/ui/inputs/segmented'
import { userJobQueries } from '@/lib/user-jobs/queries'
import type { UserJobDetail, UserJobRow, UserRowsPage } from '@/lib/user-jobs/schema'
import { RowTable } from './job-row-table'
import { useRowsFilter } from './job-rows-filter'
import { describeReason, labelGroup, rowGroups, statesOfGroup, type RowGroup } from './job-row-texts'

/** The result of each user, filtered by outcome and reason. */
export function JobRows({ job }: { job: UserJobDetail }) {
  const t = useTranslations('userJobs')
  const headId = useId()
  const { group, reason, setGroup, setReason } = useRowsFilter()
  const countOf = (name: RowGroup) =>
    name === 'all' ? job.total : statesOfGroup[name].reduce((sum, state) => sum + job.rows[state], 0)
  const options = rowGroups
    .filter((name) => name === 'all' || name === group || countOf(name) > 0)
    .map((name) => ({ value: name, label: labelGroup(t, name, job.kind, countOf(name)) }))
  const byGroup: FilterField<RowGroup> = { value: group, options, onChange: setGroup }
  return (
    <section aria-labelledby={headId} className="flex flex-col gap-2">
      <h2 id={headId} className="font-semibold">
        {t('rows.title')}
      </h2>
      {(options.length > 2 || group !== 'all' || reason !== null) && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="-m-1 max-w-full overflow-x-auto p-1">
            <Segmented label={t('rows.groupLabel')} {...byGroup} />
          </div>
          {reason !== null && (
            <Button
              size="sm"
              icon={X}
              onClick={() => setReason(null)}
              aria-label={t('rows.actions.clearReason', { reason: describeReason(t, reason) })}
            >
              {describeReason(t, reason)}
            </Button>
          )}
        </div>
      )}
      <FoundRows
        key={`${group} ${reason}`}
        job={job}
        group={group}
        reason={reason}
        filter={{
          ofRow: ({ state }) => {
            const ofRow = rowGroups.find((name) => statesOfGroup[name].includes(state))
            return ofRow === undefined
              ? null
              : { label: labelGroup(t, ofRow, job.kind, countOf(ofRow)), include: () => setGroup(ofRow) }
          },
          choices: listChoices(byGroup),
        }}
      />
    </section>
  )
}

const rowsOf = ({ rows }: UserRowsPage) => rows

function FoundRows({
  job,
  group,
  reason,
  filter,
}: {
  job: UserJobDetail
  group: RowGroup
  reason: string | null
  /** The filter by the result of rows. */
  filter: ColumnFilter<Pick<UserJobRow, 'state'>>
}) {
  const t = useTranslations('userJobs.rows')
  const query = useInfiniteQuery(
    userJobQueries.rows(job.jobId, { state: statesOfGroup[group], ...(reason === null ? {} : { reason }) }),
  )
  return (
    <RowTable
      header={job.header}
      {...usePages(query, rowsOf)}
      query={query}
      filters={{ result: filter }}
      empty={<EmptyState title={t('none.title')}>{t('none.text')}</EmptyState>}
    />
  )
}
