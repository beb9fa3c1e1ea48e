import { dehydrateTexts } from '@/app/dehydrate-texts'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { ChangesPage } from '@/components/asset-changes/changes-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listAssetChanges } from '@/lib/asset-changes/data'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { changeList } from '@/lib/asset-changes/schema'
import { requirePageSession } from '@/lib/auth/session'
import { createQueryClient } from '@/lib/browser/query-client'

export const generateMetadata = titled('assetChanges.title')

export default async function Page() {
  const actor = await requirePageSession('assets:read')
  const queryClient = createQueryClient()
  await queryClient.prefetchInfiniteQuery({
    queryKey: assetChangeQueries.list().queryKey,
    queryFn: async () => changeList.parse(await listAssetChanges(actor, {})),
    initialPageParam: null as string | null,
    retry: false,
  })
  return (
    <SectionMessages of={['assetChanges']}>
      <MoreData {...await dehydrateTexts(queryClient)}>
        <ChangesPage />
      </MoreData>
    </SectionMessages>
  )
}
