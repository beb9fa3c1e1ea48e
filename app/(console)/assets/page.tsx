import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { readAssetAddress } from '@/components/assets/address'
import { AssetList } from '@/components/assets/asset-list'
import { listAssets } from '@/lib/assets/data'
import { assetQueries, firstPageRows } from '@/lib/assets/queries'
import { assetPage } from '@/lib/assets/schema'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'

export const metadata: Metadata = { title: 'Assets' }

export default async function AssetsPage({ searchParams }: PageProps<'/assets'>) {
  await requirePageSession('assets:read')
  const address = await searchParams
  const filter = readAssetAddress((name) => [address[name] ?? []].flat())
  // The first rows come with the page. Where that fails, the page comes without, and says why once it has asked itself.
  const queryClient = createQueryClient()
  await queryClient.prefetchInfiniteQuery({
    queryKey: assetQueries.list(filter).queryKey,
    queryFn: async () => assetPage.parse(await listAssets({ ...filter, limit: firstPageRows })),
    initialPageParam: null as string | null,
    retry: false,
  })
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AssetList />
    </HydrationBoundary>
  )
}
