import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { assetAddress } from '@/components/assets/address'
import { AssetList } from '@/components/assets/asset-list'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listAssets } from '@/lib/assets/data'
import { assetQueries } from '@/lib/assets/queries'
import { assetPage } from '@/lib/assets/schema'
import { requirePageSession } from '@/lib/auth/session'
import { firstPageRows } from '@/lib/browser/lists/list-queries'

export const generateMetadata = titled('assets.title')

export default async function AssetsPage({ searchParams }: PageProps<'/assets'>) {
  const actor = await requirePageSession('assets:read')
  const filter = assetAddress.read(await searchParams)
  const data = await readListPage(actor, 'assets', {
    query: assetQueries.list(filter),
    schema: assetPage,
    read: () => listAssets({ ...filter, limit: firstPageRows }),
  })
  return (
    <SectionMessages of={['assets', 'assetChanges', 'status', 'activity', 'savedViews']}>
      <MoreData {...data}>
        <AssetList />
      </MoreData>
    </SectionMessages>
  )
}
