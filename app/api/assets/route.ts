import { listAssets } from '@/lib/assets/data'
import { assetListQuery, assetPage } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List assets that match a filter, a page at a time',
    access: 'assets:read',
    query: assetListQuery,
    answer: assetPage,
  },
  ({ query }) => listAssets(query),
)
