import { readAssetFacets } from '@/lib/assets/data'
import { assetFacets, assetFilter } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count the assets that match a filter by type, site and status',
    access: 'assets:read',
    query: assetFilter,
    answer: assetFacets,
  },
  ({ query }) => readAssetFacets(query),
)
