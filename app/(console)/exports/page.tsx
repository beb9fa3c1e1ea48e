import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { ExportsPage } from '@/components/exports/exports-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'
import { listExportJobs } from '@/lib/exports/data'
import { exportQueries } from '@/lib/exports/queries'
import { exportJobList } from '@/lib/exports/schema'

export const generateMetadata = titled('exports.title')

export default async function Page({ searchParams }: PageProps<'/exports'>) {
  const actor = await requirePageSession('inspections:read')
  const scope = (await searchParams)['show'] === 'all' ? 'all' : 'mine'
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'exports')
  await queryClient.prefetchInfiniteQuery({
    queryKey: exportQueries.list(scope).queryKey,
    queryFn: async () => exportJobList.parse(await listExportJobs(actor, { scope })),
    initialPageParam: null as string | null,
    retry: false,
  })
  await views
  return (
    <MoreData {...await dehydrateTexts(queryClient)}>
      <SectionMessages of={['exports', 'savedViews']}>
        <ExportsPage />
      </SectionMessages>
    </MoreData>
  )
}
