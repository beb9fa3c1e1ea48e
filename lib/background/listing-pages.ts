import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { ListedNoun } from './whole-listing'

export interface PageWalk<Page> {
  noun: ListedNoun
  pagesMax: number
  read: (pageToken: string | null) => Promise<Page>
  /**
   * Stores a page. Returns whether it contained something new, and whether it is the last page regardless of its token.
   */
  take: (page: Page) => Promise<{ hasNew: boolean; isLast?: boolean }>
}

/**
 * Reads a list of the service to its end, page by page. Some of its lists repeat the last page endlessly.
 * @throws AppError upstream_failed when the list does not end, and any error of `read` and `take`
 */
export async function walkPages<Page extends { nextPageToken: string | null }>({
  noun,
  pagesMax,
  read,
  take,
}: PageWalk<Page>): Promise<void> {
  const tokens = new Set<string>()
  let pageToken: string | null = null
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page: Page = await read(pageToken)
    const { hasNew, isLast = false } = await take(page)
    pageToken = page.nextPageToken
    if (pageToken === null || isLast || (tokens.has(pageToken) && !hasNew)) return
    tokens.add(pageToken)
  }
  throw new AppError('upstream_failed', serverText('background.endlessList', { noun }))
}
