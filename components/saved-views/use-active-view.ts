'use client'

import { useQuery } from '@tanstack/react-query'
import { arrangeViews, findActiveView, type BarView } from '@/lib/saved-views/model'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { useViewAddress } from './use-view-address'
import { useViewsOf } from './views-of'

/** The view that the list shows, also when its filters were changed; null when there is none. */
export function useActiveView(): BarView | null {
  const address = useViewAddress()
  const { list } = useViewsOf()
  const { data } = useQuery(savedViewQueries.list(list))
  const { shown, hidden } = arrangeViews(data?.views ?? [], data?.bar ?? { ordered: [], hidden: [] }, undefined, list)
  return findActiveView([...shown, ...hidden], address.named, address.query, list)
}
