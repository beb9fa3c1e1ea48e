import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ActivityPage } from '@/components/activity/activity-page'
import { listActivity } from '@/lib/activity/data'
import { activityQueries } from '@/lib/activity/queries'
import { activityPage, activityQuery } from '@/lib/activity/schema'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'

export const metadata: Metadata = { title: 'Activity' }

export default async function Page({ searchParams }: PageProps<'/activity'>) {
  const actor = await requirePageSession('activity:read')
  const queryClient = createQueryClient()
  // The plain log comes with the page; a narrowed one the page asks for itself, in the person's zone. Where that fails, the
  // page comes without, and says why once it has asked.
  if (Object.keys(await searchParams).length === 0)
    await queryClient.prefetchInfiniteQuery({
      queryKey: activityQueries.page({}).queryKey,
      queryFn: async () => activityPage.parse(await listActivity(actor, activityQuery.parse({ include: ['counts'] }))),
      initialPageParam: null as string | null,
      retry: false,
    })
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <ActivityPage />
    </HydrationBoundary>
  )
}
