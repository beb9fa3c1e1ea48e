import { readAssetFacets } from '@/lib/assets/data'
import { assetFacets, assetFilter } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'assets:read', query: assetFilter, answer: assetFacets }, ({ query }) =>
  readAssetFacets(query),
)
