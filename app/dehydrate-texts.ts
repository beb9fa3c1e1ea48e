import 'server-only'
import { dehydrate, type QueryClient } from '@tanstack/react-query'
import type { LaterData, PageData } from '@/components/ui/page-data/more-data'
import { renderJson } from '@/lib/server-text'
import { readPageSettings } from './page-settings'

/**
 * Serializes what a page has read for the browser. What it is still reading follows in the same response. Texts of the
 * server are in the language of the page, as in responses of handlers.
 */
export async function dehydrateTexts(queryClient: QueryClient): Promise<PageData> {
  const { language } = await readPageSettings()
  const later: LaterData[] = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, promise }) => state.status === 'pending' && promise !== undefined)
    .map(({ queryKey, promise }) => ({
      queryKey,
      json: Promise.resolve(promise).then(
        (data) => renderJson(data, language),
        () => null,
      ),
    }))
  return { state: renderJson(dehydrate(queryClient), language), later }
}
