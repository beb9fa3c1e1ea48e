import * as z from 'zod'
import { route } from '@/lib/http/route'
import { restoreView } from '@/lib/saved-views/mutations'
import { savedView, viewId } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Restore a deleted saved view',
    access: 'signed-in',
    params: z.object({ viewId }),
    body: z.object({}),
    answer: savedView,
  },
  ({ actor, params: { viewId: id } }) => restoreView(actor, id),
)
