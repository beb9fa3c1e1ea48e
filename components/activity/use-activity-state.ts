'use client'

import { parseAsNativeArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { type ActivityFilter, activityOutcomes } from '@/lib/activity/schema'
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
}

/** The state of the log, which is kept only in the address. */
export function useActivityState() {
  const [address, setAddress] = useQueryStates(keys)
  const { preferredZone } = useZone()
  const { q, person, kind, object, action, outcome, from, to } = address
  const written = JSON.stringify([q, person, kind, object, action, outcome, from, to])
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
      // Days begin at midnight in the person's zone. Without days, the zone has no effect.
      ...(from === null && to === null ? {} : { tz: preferredZone }),
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the text is the value of all of them
  }, [written, preferredZone])
  return {
    ...address,
    filter,
    isFiltered: Object.keys(filter).length > 0,
    set: (changes: Parameters<typeof setAddress>[0], history: 'push' | 'replace' = 'push') =>
      void setAddress(changes, { history }),
    clear: () => void setAddress(null, { history: 'push' }),
  }
}
export type ActivityState = ReturnType<typeof useActivityState>
