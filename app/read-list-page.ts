import 'server-only'
import type { QueryKey } from '@tanstack/react-query'
import type * as z from 'zod'
import type { PageData } from '@/components/ui/page-data/more-data'
import type { Actor } from '@/lib/access/actor'
import { createQueryClient } from '@/lib/browser/query-client'
import type { ViewList } from '@/lib/saved-views/schema'
import { dehydrateTexts } from './dehydrate-texts'
import { prefetchViews } from './prefetch-views'

/**
 * What comes with the page of a list: its first rows and its saved views. If reading the rows fails, the page asks for
 * them itself and shows the error. `views`: null if the list has none. `first`: null if its address needs the browser.
 */
export async function readListPage(
  actor: Actor,
  views: ViewList | null,
  first: { query: { queryKey: QueryKey }; schema: z.ZodType; read: () => Promise<unknown> } | null,
): Promise<PageData> {
  const queryClient = createQueryClient()
  const reading = views === null ? null : prefetchViews(queryClient, actor, views)
  if (first !== null)
    await queryClient.prefetchInfiniteQuery({
      queryKey: first.query.queryKey,
      queryFn: async () => first.schema.parse(await first.read()),
      initialPageParam: null as string | null,
      retry: false,
    })
  await reading
  return dehydrateTexts(queryClient)
}
