'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useGroupTable } from '@/components/ui/data-table/groups/use-group-table'
import type { TableLook } from '@/components/ui/data-table/table-types'
import { SomeRowsFailure } from '@/components/ui/lists/list-body'
import { firstPageRows } from '@/lib/browser/lists/list-queries'
import { listGroups } from '@/lib/users/model'
import { userQueries } from '@/lib/users/queries'
import type { UserFacetName, UserFilter } from '@/lib/users/schema'
import { facetValuesMax } from '@/lib/users/values-model'
import { UserGrid } from './user-grid'
import { describeFacet } from './user-texts'
import type { UserState } from './use-user-state'
import type { UserStore } from './user-verbs'

interface GroupedProps {
  state: UserState
  group: UserFacetName
  /** The number of users; null while it is not known. */
  total: number | null
  look: TableLook
  onFilter: (name: UserFacetName) => void
  store: UserStore
}

/** The users in groups. The previous list stays until the first rows of another one are loaded. */
export function GroupedUsers({ isOld, ...props }: GroupedProps & { isOld: boolean }) {
  const { filter, filterKey } = props.state
  const [shown, setShown] = useState({ filter, filterKey })
  if (!isOld && shown.filterKey !== filterKey) setShown({ filter, filterKey })
  const placeKey = `${shown.filterKey} ${props.group}`
  // Another list starts at its top.
  return <Groups key={placeKey} {...props} filter={shown.filter} placeKey={placeKey} />
}

/** Each group has the users that its value as a filter finds. A user with several values is in several groups. */
function Groups({
  filter,
  placeKey,
  group,
  total,
  ...props
}: GroupedProps & {
  filter: UserFilter
  /** Identifies the positions of the rows. */
  placeKey: string
}) {
  const t = useTranslations('users')
  const more = useTranslations('shell.table.records')('moreGroups', { count: 0 })
  const counts = useQuery(userQueries.facets(filter))
  const groups = useMemo(() => {
    if (counts.data === undefined) return null
    return listGroups(counts.data, filter, group).map(({ value, count }) => ({
      id: value,
      label: describeFacet(t, group, value),
      count,
    }))
  }, [counts.data, filter, group, t])
  const list = useGroupTable({
    listKey: placeKey,
    groups,
    rest: (counts.data?.[group].length ?? 0) >= facetValuesMax ? { label: more, count: null } : null,
    rowCount: total,
    blockRows: firstPageRows,
    block: (value, block) => userQueries.block({ ...filter, [group]: [value] }, block),
  })
  return (
    <>
      <UserGrid {...props} list={{ ...list, rowsKey: placeKey }} />
      <SomeRowsFailure
        list={{
          error: counts.error ?? list.error,
          isFetching: counts.isFetching || list.isFetching,
          retry: () => {
            if (counts.isError) void counts.refetch()
            list.retry()
          },
        }}
      />
    </>
  )
}
