import 'server-only'
import { dehydrate, type DehydratedState, type QueryClient } from '@tanstack/react-query'
import { hasServerText, renderJson } from '@/lib/server-text'
import { readPageSettings } from './page-settings'

/** What a page read for the browser, with the server's texts in the language of the page: answers of handlers have that too. */
export async function dehydrateTexts(queryClient: QueryClient): Promise<DehydratedState> {
  const { language } = await readPageSettings()
  const serializeData = (data: unknown): unknown =>
    hasServerText(JSON.stringify(data) ?? '') ? JSON.parse(renderJson(data, language)) : data
  return dehydrate(queryClient, { serializeData })
}
