import { route } from '@/lib/http/route'
import { nameAssets } from '@/lib/inspections/assets-data'
import { assetNames, assetsQuery } from '@/lib/report/names-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the names of the assets in the filter `asset`',
    access: 'inspections:read',
    query: assetsQuery,
    answer: assetNames,
  },
  async ({ query }) => ({ assets: await nameAssets(query.ref) }),
)
