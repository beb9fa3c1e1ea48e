import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { ActivityPage } from '@/components/activity/activity-page'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listActivity } from '@/lib/activity/data'
import { activityQueries, firstPageOf } from '@/lib/activity/queries'
import { activityPage, activityQuery } from '@/lib/activity/schema'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('activity.title')

export default async function Page({ searchParams }: PageProps<'/activity'>) {
  const actor = await requirePageSession('activity:read')
  // Only the unfiltered log is sent with the page, because a filter needs the person's zone.
  const isPlain = Object.keys(await searchParams).length === 0
  const first = {
    query: activityQueries.page({}),
    schema: activityPage,
    read: () => listActivity(actor, activityQuery.parse(firstPageOf({}))),
  }
  const data = await readListPage(actor, 'activity', isPlain ? first : null)
  return (
    <MoreData {...data}>
      <SectionMessages of={['activity', 'assetChanges', 'savedViews', 'status']}>
        <ActivityPage views={<ViewsBar list="activity" />} />
      </SectionMessages>
    </MoreData>
  )
}
