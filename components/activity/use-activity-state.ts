'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import type { ActivityFilter } from '@/lib/activity/schema'
import { activityOutcomes } from '@/lib/activity/values-model'
import { useZone } from '@/lib/browser/preferences/zone'

const keys = {
  q: parseAsString,
  person: parseAsString,
  kind: parseAsString,
  object: parseAsString,
  action: parseAsNativeArrayOf(parseAsString),
  outcome: parseAsNativeArrayOf(parseAsStringLiteral(activityOutcomes)),
  from: parseAsString,
  to: parseAsString,
  sort: parseAsStringLiteral(['oldest']),
}
/** The entry in the preview, which does not affect the list. */
const place = { row: parseAsString }

const noFilter = {
  q: null,
  person: null,
  kind: null,
  object: null,
  action: null,
  outcome: null,
  from: null,
  to: null,
}

/** The state of the log, which is kept only in the address. */
export function useActivityState() {
  const [address, setAddress] = useQueryStates(keys)
  const [{ row }, setPlace] = useQueryStates(place)
  const { preferredZone } = useZone()
  const { q, person, kind, object, action, outcome, from, to, sort } = address
  const written = JSON.stringify([q, person, kind, object, action, outcome, from, to, sort])
  const filter = useMemo((): ActivityFilter => {
    const given = (name: string, value: string | null) => (value === null || value === '' ? {} : { [name]: value })
    return {
      ...given('q', q),
      ...given('person', person),
      ...given('objectKind', kind),
      ...given('objectId', object),
      ...(action.length === 0 ? {} : { action }),
      ...(outcome.length === 0 ? {} : { outcome }),
      ...given('from', from),
      ...given('to', to),
      ...(sort === null ? {} : { sort }),
      // Days begin at midnight in the person's zone. Without days, the zone has no effect.
      ...(from === null && to === null ? {} : { tz: preferredZone }),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text is the value of all of them
  }, [written, preferredZone])
  return {
    ...address,
    filter,
    isFiltered: Object.keys(filter).some((name) => name !== 'sort'),
    set: (changes: Parameters<typeof setAddress>[0], history: 'push' | 'replace' = 'push') =>
      void setAddress(changes, { history }),
    /** Removes every filter and keeps the order. */
    clear: () => void setAddress({ ...noFilter }, { history: 'push' }),
    row,
    setRow: (next: string | null, { history = 'replace' }: { history?: 'push' | 'replace' } = {}) =>
      void setPlace({ row: next }, { history }),
  }
}
export type ActivityState = ReturnType<typeof useActivityState>
