import { infiniteQueryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { api, type Query } from '@/lib/browser/api'
import type { LateSchema } from '@/lib/browser/late/late-schemas'

interface CursorOptions<Page> {
  /** What every request asks for: filters and order. */
  asked?: Query
  /** What only the first request asks for. */
  first?: Query
  /** Whether the previous list stays until another one has loaded. */
  keepsPrevious?: boolean
  /** The interval in which the loaded pages are read again, in ms. */
  pollMs?: (pages: readonly Page[]) => number | false
}

/** The query options of a list of our API that is read page by page with a cursor. */
export const cursorPages = <Page extends { after: string | null }, const Key extends readonly unknown[]>(
  queryKey: Key,
  path: string,
  schema: LateSchema<z.ZodType<Page>>,
  { asked, first, keepsPrevious = false, pollMs }: CursorOptions<Page> = {},
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      api.get<z.ZodType<Page>>(
        path,
        { ...asked, ...(pageParam === null ? first : {}), after: pageParam },
        schema,
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Page) => last.after,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
    refetchInterval: ({ state }) => pollMs?.(state.data?.pages ?? []) ?? false,
  })
