import 'server-only'
import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import { hasServerText, renderJson } from '@/lib/server-text'
import { readPageSettings } from './page-settings'

/**
 * Serializes what a page has read for the browser. Texts of the server are in the language of the page, as in responses
 * of handlers.
 */
export async function dehydrateTexts(queryClient: QueryClient): Promise<DehydratedState> {
  const { language } = await readPageSettings()
  const serializeData = (data: unknown): unknown =>
    hasServerText(JSON.stringify(data) ?? '') ? JSON.parse(renderJson(data, language)) : data
  return dehydrate(queryClient, { serializeData })
}
