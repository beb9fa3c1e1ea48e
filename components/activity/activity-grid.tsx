'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'next-intl'
import { Badge } from '@/components/ui/badge'
import { DataTable } from '@/components/ui/data-table/data-table'
import { createSelectionStore } from '@/components/ui/data-table/selection/selection-store'
import type { DataColumn, RowSpec, TableLook } from '@/components/ui/data-table/table-types'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'
import { Time } from '@/components/ui/dates/time'
import type { ActivityEntry } from '@/lib/activity/schema'
import { EntryVerbs } from './entry-verbs'
import { OutcomeBadge } from './outcome'
import { EntrySentence } from './sentence'
import { type ActivityFilterId, useActivityFilters } from './use-activity-columns'
import { useActivityRows } from './use-activity-rows'
import type { ActivityState } from './use-activity-state'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const EntrySheet = lateComponent(
  onDemand(() => import('./entry-sheet'), { isEarly: true }),
  (loaded) => loaded.EntrySheet,
)

/** More rows are requested when fewer than this many are left below the visible ones. */
const aheadRows = 20

const spec: RowSpec<ActivityEntry> = {
  idOf: ({ activityId }) => activityId,
  nameOf: ({ objectName }) => objectName,
  hrefOf: null,
  main: (entry) => <Sentence entry={entry} />,
  second: (entry) => <Second entry={entry} />,
  card: (entry) => (
    <>
      <span className="flex min-w-0">
        <Sentence entry={entry} />
      </span>
      <span className="flex items-center gap-2 text-xs text-ink-muted">
        <Time value={entry.at} format="smart" />
        {entry.outcome !== 'done' && <OutcomeBadge outcome={entry.outcome} action={entry.action} />}
      </span>
    </>
  ),
}

/** The rows of the log. */
export function ActivityGrid({
  entries,
  state,
  onFilter,
  columns,
  look,
  isLoaded,
  hasMore,
  onMore,
}: {
  entries: readonly ActivityEntry[]
  state: ActivityState
  /** Opens the filter of a column. */
  onFilter: (filter: ActivityFilterId) => void
  columns: ReadonlyArray<DataColumn<ActivityEntry>>
  look: TableLook
  isLoaded: boolean
  hasMore: boolean
  /** Loads more; null while more is loading, and after a failure. */
  onMore: (() => void) | null
}) {
  const t = useTranslations('activity')
  const common = useTranslations('shell.table.selection')
  const [store] = useState(() => createSelectionStore<string, ActivityEntry>())
  const [viewport, setViewport] = useViewport()
  const rows = useActivityRows(entries, { isLoaded, hasMore })
  const end = Math.ceil((viewport.scrollTop + viewport.height) / viewport.rowHeight)
  const isWanting = hasMore && onMore !== null && end + aheadRows > (rows.total ?? 0)
  const more = useEffectEvent(() => {
    if (isWanting) onMore()
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each loaded page checks whether another is wanted
  useEffect(() => more(), [isWanting, entries.length])
  return (
    <DataTable<ActivityEntry>
      name="entry"
      label={t('title')}
      rows={rows}
      spec={spec}
      columns={columns}
      look={look}
      listKey={`activity ${JSON.stringify(state.filter)}`}
      viewport={viewport}
      onViewport={setViewport}
      sort={{ name: 'at', isDescending: state.sort === null }}
      onSort={({ isDescending }) => state.set({ sort: isDescending ? null : 'oldest' })}
      filters={useActivityFilters(state, onFilter)}
      bulk={{
        store,
        label: common('rows'),
        actions: (selection) => (
          <EntryVerbs selection={selection} store={store} entries={entries} hasMore={hasMore} look={look} />
        ),
      }}
      peek={state}
      renderPeek={(summary, place) => (
        <EntrySheet
          summary={summary}
          place={place}
          entry={entries.find(({ activityId }) => activityId === summary.id)}
          filter={state.filter}
        />
      )}
    />
  )
}

/** What an entry says in one line, and how many steps it has. */
function Sentence({ entry }: { entry: ActivityEntry }) {
  const t = useTranslations('activity.steps')
  const { steps = null } = entry
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EntrySentence entry={entry} isInRow />
      {steps !== null && (
        <Badge tone="neutral" className="shrink-0">
          {steps.matching === null || steps.matching === steps.total
            ? t('all', { total: steps.total })
            : t('matching', { matching: steps.matching, total: steps.total })}
        </Badge>
      )}
    </span>
  )
}

function Second({ entry }: { entry: ActivityEntry }) {
  return <Time value={entry.at} format="smart" />
}
