import 'server-only'
import { defaultShouldDehydrateQuery, dehydrate, type Query, type QueryClient } from '@tanstack/react-query'
import type { LaterData, PageData } from '@/components/ui/page-data/more-data'
import { renderJson } from '@/lib/server-text'
import { readPageSettings } from './page-settings'

/** `meta` of a query whose data follows the page, even if it was read in time. */
export const followsPage = { followsPage: true }

const isLater = ({ meta, state, promise }: Query) =>
  meta?.['followsPage'] === true ? state.status !== 'error' : state.status === 'pending' && promise !== undefined

const shouldDehydrateQuery = (query: Query) => defaultShouldDehydrateQuery(query) && !isLater(query)

/**
 * Serializes what a page has read for the browser. What it is still reading follows in the same response. Texts of the
 * server are in the language of the page, as in responses of handlers.
 */
export async function dehydrateTexts(queryClient: QueryClient): Promise<PageData> {
  const { language } = await readPageSettings()
  const later: LaterData[] = queryClient
    .getQueryCache()
    .getAll()
    .filter(isLater)
    .map(({ queryKey, promise, state: { data } }) => ({
      queryKey,
      json: Promise.resolve(data ?? promise).then(
        (read) => renderJson(read, language),
        () => null,
      ),
    }))
  return { state: renderJson(dehydrate(queryClient, { shouldDehydrateQuery }), language), later }
}
