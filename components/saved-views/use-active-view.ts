'use client'

import { useQuery } from '@tanstack/react-query'
import { arrangeViews, findActiveView, type BarView } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { useStartNames } from './use-start-names'
import { useViewAddress } from './use-view-address'
import { useViewsOf } from './views-of'

/** The view that the list shows, also when its filters were changed; null when there is none. */
export function useActiveView(): BarView | null {
  const address = useViewAddress()
  const { list } = useViewsOf()
  const { data } = useQuery(savedViewQueries.list(list))
  const bar = data?.bar ?? { ordered: [], hidden: [] }
  const { shown, hidden } = arrangeViews(data?.views ?? [], bar, useStartNames(), list)
  return findActiveView([...shown, ...hidden], address.named, address.query, list)
}
