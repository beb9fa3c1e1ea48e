import * as z from 'zod'
import { readAsset } from '@/lib/assets/data'
import { assetDetail } from '@/lib/assets/schema'
import { route } from '@/lib/http/route'
import { pathId } from '@/lib/ids'

export const dynamic = 'force-dynamic'

const params = z.object({ assetId: pathId })

export const GET = route(
  { summary: 'Get an asset with its fields and recent changes', access: 'assets:read', params, answer: assetDetail },
  ({ params: { assetId }, signal }) => readAsset(assetId, { signal }),
)
