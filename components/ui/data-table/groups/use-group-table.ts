'use client'

import { type FetchQueryOptions, type QueryKey, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TableRows } from '@/components/ui/data-table/table-types'
import { useViewport } from '@/components/ui/data-table/use-measured-viewport'
import { computeWindow } from '@/lib/browser/lists/row-window'
import { useAtRest } from '@/lib/browser/lists/use-at-rest'
import { type CountedGroup, type GroupLayout, type GroupPlace, layOutGroups } from './lay-out-groups'

const settleMs = 60

interface GroupsInput<Page extends { rows: readonly unknown[] }, Key extends QueryKey> {
  /** Identifies this list. Another list needs another component, with a state of its own. */
  listKey: string
  /** The groups in their order; null until they are counted. The array must be stable. */
  groups: readonly CountedGroup[] | null
  /** The last header, for rows that no group has; null if there are none. */
  rest: { label: string; count: number | null } | null
  /** The number of rows of the list; null until it is known. */
  rowCount: number | null
  /** The number of rows of each block except the last one. */
  blockRows: number
  /** A block of the rows of a group: the query of the list with the value of the group as a filter. */
  block: (groupId: string, block: number) => FetchQueryOptions<Page, Error, Page, Key>
}

/**
 * A list in groups. The server counts the groups, and only the visible rows of open groups are loaded. At first only
 * the first group is open, so that any number of groups needs one request for rows.
 */
export function useGroupTable<Page extends { rows: readonly unknown[] }, Key extends QueryKey>({
  listKey,
  groups,
  rest,
  rowCount,
  blockRows,
  block: queryOf,
}: GroupsInput<Page, Key>) {
  const queryClient = useQueryClient()
  const [viewport, setViewport] = useViewport()
  const steady = useSteadyGroups(groups)
  const { open, toggle } = useOpenGroups(listKey, steady)
  const layout = useMemo(() => layOutGroups(steady ?? [], open), [steady, open])
  const total = groups === null ? null : layout.total + (rest === null ? 0 : 1)
  const { scrollTop, height: viewportHeight, rowHeight } = viewport
  const { first, end } = computeWindow({ scrollTop, viewportHeight, rowHeight, total: total ?? 0 })
  const blocks = listBlocks(layout, { first, end, blockRows })
  const isAtRest = useAtRest([...blocks.keys()].join(' '), settleMs)
  const results = useQueries({
    queries: [...blocks.values()].map(({ groupId, block }) => {
      const query = queryOf(groupId, block)
      // A query that is enabled again would load its rows again.
      return Object.assign(query, { enabled: isAtRest || queryClient.getQueryData(query.queryKey) !== undefined })
    }),
  })
  const pages = new Map<string, Page | undefined>([...blocks.keys()].map((key, index) => [key, results[index]?.data]))
  const failed = results.find(({ isError }) => isError)
  const table: TableRows<Page['rows'][number]> = {
    read: (position) => {
      const place = layout.find(position)
      if (place === null || place.index < 0) return undefined
      return pages.get(writeBlockKey(place, blockRows))?.rows[place.index % blockRows]
    },
    // Rows in groups are never held in place, because their headers cannot be held.
    version: null,
    total,
    totalIsExact: true,
    rowCount,
    headAt: (position) => {
      if (total !== null && rest !== null && position === layout.total)
        return { id: '', ...rest, isOpen: false, toggle: null }
      const place = layout.find(position)
      if (place === null || place.index >= 0) return null
      const { group } = place
      return { ...group, isOpen: open.has(group.id), toggle: () => toggle(group.id) }
    },
    load: async (from, to) => {
      const asked = listBlocks(layout, { first: from, end: to + 1, blockRows })
      const answers = await Promise.all(
        [...asked].map(async ([key, { groupId, block }]) => {
          const page = await queryClient.fetchQuery(queryOf(groupId, block))
          return [key, page] as const
        }),
      )
      const loaded = new Map(answers)
      return listPlaces(layout, from, to + 1).flatMap((place) => {
        const row = loaded.get(writeBlockKey(place, blockRows))?.rows[place.index % blockRows]
        return row === undefined ? [] : [row]
      })
    },
  }
  return {
    table,
    viewport,
    setViewport,
    error: failed?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch()
    },
  }
}

const blockOf = (index: number, blockRows: number) => Math.floor(index / blockRows)

const writeBlockKey = ({ group, index }: GroupPlace, blockRows: number) => `${blockOf(index, blockRows)} ${group.id}`

/** The rows from `first` to `end`, exclusive, without headers. */
function listPlaces(layout: GroupLayout, first: number, end: number): GroupPlace[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => layout.find(first + at)).flatMap((place) =>
    place === null || place.index < 0 ? [] : [place],
  )
}

/** The blocks of the rows from `first` to `end`, by their keys. */
function listBlocks(
  layout: GroupLayout,
  { first, end, blockRows }: { first: number; end: number; blockRows: number },
): ReadonlyMap<string, { groupId: string; block: number }> {
  return new Map(
    listPlaces(layout, first, end).map((place) => [
      writeBlockKey(place, blockRows),
      { groupId: place.group.id, block: blockOf(place.index, blockRows) },
    ]),
  )
}

/** The groups in the order in which they were first shown, because a new row must not move them under the pointer. */
function useSteadyGroups(groups: readonly CountedGroup[] | null): readonly CountedGroup[] | null {
  const [order, setOrder] = useState<ReadonlySet<string>>(new Set())
  const added = (groups ?? []).filter(({ id }) => !order.has(id))
  if (added.length > 0) setOrder(new Set([...order, ...added.map(({ id }) => id)]))
  return useMemo(() => {
    const ranks = new Map([...order].map((id, rank) => [id, rank]))
    const rankOf = ({ id }: CountedGroup) => ranks.get(id) ?? ranks.size
    return groups?.toSorted((a, b) => rankOf(a) - rankOf(b)) ?? null
  }, [groups, order])
}

/** The open groups of the list that was used last, so that a person who returns to it finds their place again. */
let last: { listKey: string; open: ReadonlySet<string> } | null = null
const noneOpen: ReadonlySet<string> = new Set()

function useOpenGroups(listKey: string, groups: readonly CountedGroup[] | null) {
  const [chosen, setChosen] = useState(() => (last?.listKey === listKey ? last.open : null))
  const [first] = groups ?? []
  if (chosen === null && first !== undefined) setChosen(new Set([first.id]))
  const open = chosen ?? noneOpen
  return {
    open,
    toggle: (id: string) => {
      const next = new Set(open)
      if (!next.delete(id)) next.add(id)
      last = { listKey, open: next }
      setChosen(next)
    },
  }
}
