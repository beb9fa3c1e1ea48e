'use client'

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { useListState } from '@/components/filters/use-list-state'
import { withoutSort } from '@/components/review/session/queue-address'
import { useZone } from '@/lib/browser/preferences/zone'
import type { AskedFollowUps } from '@/lib/review/follow-ups-schema'
import { followUpSorts, followUpGroupings } from '@/lib/review/values-model'
import type { ListParams } from '@/lib/inspections/schema'
import type { FollowUpChoice } from '@/lib/review/schema'

const keys = {
  assignee: parseAsString,
  due: parseAsStringLiteral(['overdue']),
  sort: parseAsStringLiteral(followUpSorts),
  groupBy: parseAsStringLiteral(followUpGroupings),
}
export type FollowUpChanges = Partial<Record<keyof typeof keys, string | null>>

/** The state of the list, which is its address: the filters of inspections, and those of follow-ups. */
export function useFollowUpState() {
  const list = useListState()
  const [{ assignee, due, sort, groupBy }, setAddress] = useQueryStates(keys, { history: 'push' })
  const { zone } = useZone()
  const choice = useMemo(
    (): FollowUpChoice => ({
      ...(assignee === null || assignee === '' ? {} : { assignee }),
      // The time zone decides which due dates are past.
      ...(due === null ? {} : { due, zone: [zone] }),
    }),
    [assignee, due, zone],
  )
  const params = useMemo(() => withoutSort(list.params), [list.params])
  const asked = useMemo(
    (): AskedFollowUps => ({
      ...params,
      ...choice,
      ...(sort === null ? {} : { sort }),
      // Groups of due dates begin at midnight too.
      ...(groupBy === null ? {} : { groupBy, ...(groupBy === 'due' ? { zone: [zone] } : {}) }),
    }),
    [params, choice, sort, groupBy, zone],
  )
  const isChosen = assignee !== null || due !== null
  return {
    list: {
      ...list,
      // Inspections are not counted by assignee and due date.
      counted: useMemo((): ListParams => ({ ...params, review: ['follow-up'] }), [params]),
      hidesCounts: isChosen,
    },
    /** The filters of inspections. */
    params,
    choice,
    /** Everything that the request for the list contains. */
    asked,
    sort: sort ?? '-marked',
    /** The column by whose values the rows are grouped. */
    group: groupBy,
    isChosen,
    change: (changes: FollowUpChanges) => void setAddress(changes as Parameters<typeof setAddress>[0]),
    clear: () => {
      list.clear()
      void setAddress({ assignee: null, due: null })
    },
    row: list.row,
    setRow: list.setRow,
  }
}

export type FollowUpState = ReturnType<typeof useFollowUpState>
