import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { ActivityPage } from '@/components/activity/activity-page'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listActivity } from '@/lib/activity/data'
import { activityQueries, firstPageOf } from '@/lib/activity/queries'
import { activityPage, activityQuery } from '@/lib/activity/schema'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'

export const generateMetadata = titled('activity.title')

export default async function Page({ searchParams }: PageProps<'/activity'>) {
  const actor = await requirePageSession('activity:read')
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'activity')
  // Only the unfiltered log is sent with the page: a filter needs the person's zone. If reading fails, the page asks again.
  if (Object.keys(await searchParams).length === 0)
    await queryClient.prefetchInfiniteQuery({
      queryKey: activityQueries.page({}).queryKey,
      queryFn: async () => activityPage.parse(await listActivity(actor, activityQuery.parse(firstPageOf({})))),
      initialPageParam: null as string | null,
      retry: false,
    })
  await views
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages of={['activity', 'assetChanges', 'savedViews', 'status']}>
        <ActivityPage views={<ViewsBar list="activity" />} />
      </SectionMessages>
    </MoreData>
  )
}
