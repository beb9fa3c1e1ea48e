import * as z from 'zod'
import { readAssetHistory } from '@/lib/assets/history-data'
import { assetHistory, assetHistoryQuery } from '@/lib/assets/history-schema'
import { route } from '@/lib/http/route'
import { pathId } from '@/lib/ids'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List changes to the status of an asset, including those to its type and group',
    access: 'activity:read',
    params: z.object({ assetId: pathId }),
    query: assetHistoryQuery,
    answer: assetHistory,
  },
  ({ actor, params: { assetId }, query }) => readAssetHistory(actor, assetId, query),
)
