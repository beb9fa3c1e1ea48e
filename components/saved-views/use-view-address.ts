'use client'

import type { Route } from 'next'
import { useSearchParams } from 'next/navigation'
import { listPath } from '@/lib/browser/routes'
import { needsZone } from '@/lib/inspections/url-state'
import { useZone } from '@/lib/browser/zone'
import { allKey, canonicalQuery, readViewParams, type BarView } from '@/lib/saved-views/model'

/** Where a view is shown. The whole list has the plain address: filters that are put on it belong to no view. */
export function viewHref({ key, query }: Pick<BarView, 'key' | 'query'>): Route {
  const search = [query, key === allKey ? '' : `view=${encodeURIComponent(key)}`]
    .filter((part) => part !== '')
    .join('&')
  return search === '' ? listPath : `${listPath}?${search}`
}

export interface ViewAddress {
  /** What the address asks for, as a view would keep it. */
  query: string
  /** The view that the address names. */
  named: string | null
  /** Whether two queries stand for the same list and looks, for this person. */
  isSame: (query: string, other: string) => boolean
  /** Shows another list on this page, without asking the server for the page again. */
  go: (view: Pick<BarView, 'key' | 'query'>, history?: 'push' | 'replace') => void
}

/** The address of the list as views see it. */
export function useViewAddress(): ViewAddress {
  // Null where a test has no router around it.
  const search = useSearchParams() as URLSearchParams | null
  const { preferredZone } = useZone()
  return {
    query: writeOwnZone(canonicalQuery(new URLSearchParams(search ?? undefined)), null),
    named: search?.get('view') ?? null,
    isSame: (query, other) => writeOwnZone(query, preferredZone) === writeOwnZone(other, preferredZone),
    go: (view, history = 'push') => {
      const href = viewHref(view)
      if (history === 'push') window.history.pushState(null, '', href)
      else window.history.replaceState(null, '', href)
    },
  }
}

/**
 * A zone that decides nothing about the rows is how a person looks at times, no part of the list. Where it does decide,
 * `zone` is meant if none is named.
 */
function writeOwnZone(query: string, zone: string | null): string {
  const search = new URLSearchParams(query)
  if (!needsZone(readViewParams(query))) search.delete('tz')
  else if (zone !== null && !search.has('tz')) search.set('tz', zone)
  return canonicalQuery(search)
}
