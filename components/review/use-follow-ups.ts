'use client'

import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ListParams } from '@/lib/inspections/schema'
import { reviewQueries } from '@/lib/review/queries'
import type { followUp, FollowUpChoice } from '@/lib/review/schema'

export type FollowUp = z.infer<typeof followUp>

/** Follow-ups that match a filter, page by page. */
export function useFollowUps(params: ListParams, choice: FollowUpChoice & { zone?: readonly string[] } = {}) {
  const queryClient = useQueryClient()
  return useInfiniteQuery({
    queryKey: ['reviews', 'follow-ups', 'pages', params, choice] as const,
    queryFn: ({ pageParam }) =>
      queryClient.fetchQuery({
        ...reviewQueries.followUps({ ...params, ...choice }, pageParam),
        staleTime: 0,
        retry: false,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.after,
    placeholderData: keepPreviousData,
  })
}
