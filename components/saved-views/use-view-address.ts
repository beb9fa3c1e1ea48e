'use client'

import type { Route } from 'next'
import { useSearchParams } from 'next/navigation'
import { needsZone } from '@/lib/inspections/url-state'
import { useZone } from '@/lib/browser/preferences/zone'
import { viewListPages } from '@/lib/saved-views/lists-model'
import { allKey, canonicalQuery, readViewParams, type BarView } from '@/lib/saved-views/model'
import type { ViewList } from '@/lib/saved-views/schema'
import { useViewsOf } from './views-of'

/** The address of a view of a list. The view of all rows has the plain address, so that filters added to it belong to no view. */
export function viewHref({ key, query }: Pick<BarView, 'key' | 'query'>, list: ViewList = 'inspections'): Route {
  const { path } = viewListPages[list]
  const search = [query, key === allKey ? '' : `view=${encodeURIComponent(key)}`]
    .filter((part) => part !== '')
    .join('&')
  return search === '' ? path : `${path}?${search}`
}

export interface ViewAddress {
  /** The query of the address, as a view would store it. */
  query: string
  /** The view that the address names. */
  named: string | null
  /** Whether two queries show this person the same list. */
  isSame: (query: string, other: string) => boolean
  /** Shows another list on this page without loading the page again. */
  go: (view: Pick<BarView, 'key' | 'query'>, history?: 'push' | 'replace') => void
}

/** The address of the list, for views. */
export function useViewAddress(): ViewAddress {
  // Null in tests without a router.
  const search = useSearchParams() as URLSearchParams | null
  const { preferredZone } = useZone()
  const { list } = useViewsOf()
  return {
    query: writeOwnZone(canonicalQuery(new URLSearchParams(search ?? undefined), list), null, list),
    named: search?.get('view') ?? null,
    isSame: (query, other) => writeOwnZone(query, preferredZone, list) === writeOwnZone(other, preferredZone, list),
    go: (view, history = 'push') => {
      // Another page, such as Insights, shows the same list in its own way.
      const href = window.location.pathname + viewHref(view, list).slice(viewListPages[list].path.length)
      if (history === 'push') window.history.pushState(null, '', href)
      else window.history.replaceState(null, '', href)
    },
  }
}

/**
 * A time zone that does not affect the rows is not part of the list. When it does, `zone` is the default.
 */
function writeOwnZone(query: string, zone: string | null, list: ViewList): string {
  const search = new URLSearchParams(query)
  if (!needsZone(readViewParams(query))) search.delete('tz')
  else if (zone !== null && !search.has('tz')) search.set('tz', zone)
  return canonicalQuery(search, list)
}
