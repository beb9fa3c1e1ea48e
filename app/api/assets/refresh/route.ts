import { refreshAssets } from '@/lib/assets/refresh'
import { assetRefresh, assetRefreshed } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Refresh the index of assets for some asset types',
    // A refresh uses the organization's rate limit, so the permission to read is not enough.
    access: 'assets:write',
    body: assetRefresh,
    answer: assetRefreshed,
  },
  ({ body: { typeIds }, signal }) => refreshAssets(typeIds, { signal }),
)
