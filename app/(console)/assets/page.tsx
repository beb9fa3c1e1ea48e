import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { prefetchViews } from '@/app/prefetch-views'
import { SectionMessages } from '@/app/section-messages'
import { assetAddress } from '@/components/assets/address'
import { AssetList } from '@/components/assets/asset-list'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listAssets } from '@/lib/assets/data'
import { assetQueries, firstPageRows } from '@/lib/assets/queries'
import { assetPage } from '@/lib/assets/schema'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'

export const generateMetadata = titled('assets.title')

export default async function AssetsPage({ searchParams }: PageProps<'/assets'>) {
  const actor = await requirePageSession('assets:read')
  const filter = assetAddress.read(await searchParams)
  // The first rows come with the page. If that fails, the page reads them itself and shows the error.
  const queryClient = createQueryClient()
  const views = prefetchViews(queryClient, actor, 'assets')
  await queryClient.prefetchInfiniteQuery({
    queryKey: assetQueries.list(filter).queryKey,
    queryFn: async () => assetPage.parse(await listAssets({ ...filter, limit: firstPageRows })),
    initialPageParam: null as string | null,
    retry: false,
  })
  await views
  return (
    <SectionMessages of={['assets', 'assetChanges', 'status', 'activity', 'savedViews']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <AssetList />
      </MoreData>
    </SectionMessages>
  )
}
