import type { QueryClient } from '@tanstack/react-query'
import type { Actor } from '@/lib/access/actor'
import { listSavedViews } from '@/lib/saved-views/data'
import { savedViewQueries } from '@/lib/saved-views/queries'
import { savedViewList, type ViewList } from '@/lib/saved-views/schema'

/** The saved views of a list come with its page. If that fails, the page asks for them itself and shows the error. */
export function prefetchViews(queryClient: QueryClient, actor: Actor, list: ViewList): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: savedViewQueries.list(list).queryKey,
    queryFn: async () => savedViewList.parse(await listSavedViews(actor, list)),
    retry: false,
  })
}
