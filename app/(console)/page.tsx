import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { OverviewPage } from '@/components/overview/overview-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { readOverview } from '@/lib/overview/data'
import { overviewQueries } from '@/lib/overview/queries'
import { overview } from '@/lib/overview/schema'

export const generateMetadata = titled('overview.title')

export default async function Page() {
  await requirePageSession('inspections:read')
  // The numbers come with the page. When they cannot be read, the page asks for them itself and shows the reason.
  const queryClient = createQueryClient()
  await queryClient.prefetchQuery({
    queryKey: overviewQueries.overview().queryKey,
    queryFn: async () => overview.parse(await readOverview()),
    retry: false,
  })
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages of={['overview']}>
        <OverviewPage />
      </SectionMessages>
    </MoreData>
  )
}
