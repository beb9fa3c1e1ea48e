import { listAssetChanges } from '@/lib/asset-changes/data'
import { changeList, changeListQuery } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List bulk changes of assets and asset types, newest first',
    access: 'assets:read',
    query: changeListQuery,
    answer: changeList,
  },
  ({ actor, query }) => listAssetChanges(actor, query),
)
