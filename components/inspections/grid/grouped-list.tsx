'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { ShownRows, type ShownListProps } from '@/components/inspections/shown-rows'
import type { InspectionRows } from '@/components/inspections/use-inspection-rows'
import { useGroupTable } from '@/components/ui/data-table/groups/use-group-table'
import { type FacetName, orderGroups } from '@/lib/inspections/columns'
import { inspectionPageRows, inspectionQueries } from '@/lib/inspections/queries'
import type { ListParams } from '@/lib/inspections/schema'
import { countMissing, isChosen, toGroup, writeGroupParams } from './group-values'

/** The rows of the list in groups. Each group has the rows that its value as a filter finds. */
export function GroupedList({ group, ...props }: ShownListProps & { group: FacetName }) {
  const { params, filterKey } = props.list
  const placeKey = `${filterKey} ${group}`
  const { groups, rest, head, ...counting } = useCountedGroups(params, group)
  const list = useGroupTable({
    listKey: placeKey,
    groups,
    rest,
    rowCount: head?.total ?? null,
    blockRows: inspectionPageRows,
    block: (id, block) => inspectionQueries.block(writeGroupParams(params, group, id), block),
  })
  const rows: InspectionRows = {
    ...list.table,
    params,
    // New rows are added to their groups, so they are not counted.
    head: [],
    totalAll: head?.totalAll ?? null,
    asOf: head?.asOf ?? null,
    error: counting.error ?? list.error,
    isFetching: counting.isFetching || list.isFetching,
    retry: () => {
      counting.retry()
      list.retry()
    },
  }
  return <ShownRows {...props} rows={rows} viewport={list.viewport} onViewport={list.setViewport} placeKey={placeKey} />
}

/** The groups of the list with their counts, and the header for what no group has. */
function useCountedGroups(params: ListParams, group: FacetName) {
  const t = useTranslations('filters')
  const more = useTranslations('shell.table.records')
  const counts = useQuery(inspectionQueries.counts(params))
  const facet = counts.data?.facets?.[group]
  // Counts have the most frequent values only.
  const isShort = facet !== undefined && facet.values.length < facet.distinct
  const all = useQuery({ ...inspectionQueries.groups(params, group), enabled: isShort })
  const values = isShort ? all.data?.values : facet?.values
  const total = counts.data?.total ?? null
  const counted = useMemo(() => {
    if (facet === undefined || values === undefined) return { groups: null, rest: null }
    const chosen = values.filter(({ value }) => isChosen(params, group, value))
    const groups = orderGroups(group, chosen).map((value) => toGroup(t, group, value))
    const missing = countMissing(params, group, { values, distinct: facet.distinct })
    if (missing > 0) return { groups, rest: { label: more('moreGroups', { count: missing }), count: null } }
    const left = (total ?? 0) - groups.reduce((sum, { count }) => sum + count, 0)
    // Inspections whose documents were not read yet. The values of two requests may be of different times, so the number
    // is not known then.
    return { groups, rest: left > 0 ? { label: t('none.result'), count: isShort ? null : left } : null }
  }, [facet, values, params, group, isShort, total, t, more])
  return {
    ...counted,
    head: counts.data,
    error: counts.error ?? all.error,
    isFetching: counts.isFetching || all.isFetching,
    retry: () => {
      for (const query of [counts, all]) if (query.isError) void query.refetch()
    },
  }
}
