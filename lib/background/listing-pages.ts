import { AppError } from '@/lib/errors'
import { serverText } from '@/lib/server-text'
import type { ListedNoun } from './whole-listing'

export interface PageWalk<Page> {
  noun: ListedNoun
  pagesMax: number
  read: (pageToken: string | null) => Promise<Page>
  /** Stores a page. Says whether it had something new, and whether the list ends with it whatever token it gives. */
  take: (page: Page) => Promise<{ hasNew: boolean; isLast?: boolean }>
}

/**
 * Reads a list of the service to its end, page by page. Some lists of the service repeat their last page endlessly.
 * @throws AppError upstream_failed when it does not end; what `read` and `take` throw
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
