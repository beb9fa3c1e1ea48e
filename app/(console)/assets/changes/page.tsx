import { titled } from '@/app/page-title'
import { readListPage } from '@/app/read-list-page'
import { SectionMessages } from '@/app/section-messages'
import { ChangesPage } from '@/components/asset-changes/changes-page'
import { MoreData } from '@/components/ui/page-data/more-data'
import { listAssetChanges } from '@/lib/asset-changes/data'
import { assetChangeQueries } from '@/lib/asset-changes/queries'
import { changeList } from '@/lib/asset-changes/schema'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('assetChanges.title')

export default async function Page() {
  const actor = await requirePageSession('assets:read')
  const data = await readListPage(actor, null, {
    query: assetChangeQueries.list(),
    schema: changeList,
    read: () => listAssetChanges(actor, {}),
  })
  return (
    <SectionMessages of={['assetChanges']}>
      <MoreData {...data}>
        <ChangesPage />
      </MoreData>
    </SectionMessages>
  )
}
