import { readAssetFacets } from '@/lib/assets/data'
import { assetFacets, assetFilter } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count assets by type, site and status within a filter',
    access: 'assets:read',
    query: assetFilter,
    answer: assetFacets,
  },
  ({ query }) => readAssetFacets(query),
)
