import * as z from 'zod'
import { readAssetChange } from '@/lib/asset-changes/data'
import { assetChangeQuery, assetChangeRead } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get a bulk change with its steps, or only what changed since an earlier response',
    access: 'assets:read',
    params: z.object({ changeId: z.uuid() }),
    query: assetChangeQuery,
    answer: assetChangeRead,
  },
  ({ actor, params: { changeId }, query: { since } }) => readAssetChange(actor, changeId, undefined, since),
)
