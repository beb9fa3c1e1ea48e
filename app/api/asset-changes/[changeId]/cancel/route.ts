import * as z from 'zod'
import { cancelChange } from '@/lib/asset-changes/mutations'
import { changeSummary } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  { access: 'assets:write', params: z.object({ changeId: z.uuid() }), answer: changeSummary },
  ({ actor, params: { changeId } }) => cancelChange(actor, changeId),
)
