'use client'

import { ClipboardList, FilterX } from 'lucide-react'
import { parseAsNativeArrayOf, parseAsString, useQueryState } from 'nuqs'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Age } from '@/components/ui/time'
import { describeProgress } from '@/lib/browser/freshness'
import { formatCount } from '@/lib/browser/numbers'
import { readTemplates } from '@/lib/browser/url-state'
import { useSystemStatus } from '@/lib/browser/use-system-status'
import type { InspectionFilter } from '@/lib/inspections/schema'
import { firstViewport, InspectionGrid } from './inspection-grid'
import { computeWindow } from './row-window'
import { TemplateFilter } from './template-filter'
import { type InspectionRows, useInspectionRows } from './use-inspection-rows'

const templateParser = parseAsNativeArrayOf(parseAsString).withOptions({ history: 'push' })

/** Every inspection that matches the address, newest first. */
export function InspectionList() {
  const [templates, setTemplates] = useQueryState('template', templateParser)
  const filter = useMemo<InspectionFilter>(() => ({ template: readTemplates(templates) }), [templates])
  const filterKey = filter.template.join(' ')
  return (
    // A new list starts at its top, with nothing active.
    <FilteredList
      key={filterKey}
      filter={filter}
      filterKey={filterKey}
      onTemplates={(next) => void setTemplates(next.length === 0 ? null : [...next])}
    />
  )
}

function FilteredList({
  filter,
  filterKey,
  onTemplates,
}: {
  filter: InspectionFilter
  filterKey: string
  onTemplates: (templates: readonly string[]) => void
}) {
  const [viewport, setViewport] = useState(firstViewport)
  const [knownTotal, setKnownTotal] = useState(0)
  const { first, end } = computeWindow({
    scrollTop: viewport.scrollTop,
    viewportHeight: viewport.height,
    rowHeight: viewport.rowHeight,
    total: knownTotal,
  })
  const rows = useInspectionRows(filter, first, end)
  if (rows.total !== null && rows.total !== knownTotal) setKnownTotal(rows.total)
  return (
    <div className="flex h-[calc(100dvh-3rem-3.5rem)] flex-col sm:h-[calc(100dvh-3rem)]">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2 sm:px-6">
        <h1 className="mr-2 text-lg font-semibold">Inspections</h1>
        <TemplateFilter value={filter.template} onChange={onTemplates} />
        <Counts rows={rows} isFiltered={filter.template.length > 0} />
      </header>
      <ListNotices rows={rows} />
      {rows.total === 0 ? (
        <NoRows rows={rows} onClear={() => onTemplates([])} />
      ) : rows.total === null && rows.error !== null ? (
        <div className="flex-1" />
      ) : (
        <InspectionGrid rows={rows} filterKey={filterKey} viewport={viewport} onViewport={setViewport} />
      )}
    </div>
  )
}

function Counts({ rows, isFiltered }: { rows: InspectionRows; isFiltered: boolean }) {
  return (
    <output className="ml-auto flex items-center gap-2 text-sm text-ink-muted tabular-nums">
      {rows.total === null || rows.totalAll === null ? (
        rows.error === null && <Skeleton className="h-3 w-28" />
      ) : (
        <>
          <span>
            {isFiltered
              ? `${formatCount(rows.total)} of ${formatCount(rows.totalAll)}`
              : `${formatCount(rows.total)} ${rows.total === 1 ? 'inspection' : 'inspections'}`}
          </span>
          {rows.asOf !== null && (
            <span aria-hidden className="hidden sm:inline">
              · as of <Age value={rows.asOf} /> ago
            </span>
          )}
        </>
      )}
    </output>
  )
}

/** What is wrong or not complete, above the rows that are there. */
function ListNotices({ rows }: { rows: InspectionRows }) {
  const { status } = useSystemStatus()
  const progress = status === undefined || rows.total === 0 ? null : describeProgress(status)
  return (
    <>
      {rows.error !== null && (
        <ErrorNotice
          className="mx-4 my-2 sm:mx-6"
          error={rows.error}
          title={rows.total === null ? 'The inspections could not be read' : 'Some rows could not be read'}
          kept={rows.total === null ? '' : 'The rows below are as they were read before.'}
          tone={rows.total === null ? 'bad' : 'attention'}
          onRetry={rows.retry}
          isRetrying={rows.isFetching}
        />
      )}
      {progress !== null && (
        <p className="border-b border-line bg-unknown-soft px-4 py-1.5 text-sm text-unknown sm:px-6">
          Titles are still being read: {progress}.
        </p>
      )}
    </>
  )
}

function NoRows({ rows, onClear }: { rows: InspectionRows; onClear: () => void }) {
  const { status } = useSystemStatus()
  if (rows.totalAll !== 0)
    return (
      <EmptyState
        className="flex-1"
        icon={FilterX}
        title="No inspection matches"
        action={<Button onClick={onClear}>Clear the filter</Button>}
      >
        None of {formatCount(rows.totalAll ?? 0)} inspections was made from the chosen templates.
      </EmptyState>
    )
  const isFirst = rows.asOf === null
  return (
    <EmptyState
      className="flex-1"
      icon={ClipboardList}
      title={isFirst ? 'The first sync is on its way' : 'No inspections yet'}
    >
      {isFirst
        ? (status?.sync.lastError ?? 'Inspections show up here as soon as they are read from the service.')
        : 'The service has none that the owner of the token may see. New ones show up here within a minute.'}
    </EmptyState>
  )
}
