import * as z from 'zod'
import { route } from '@/lib/http/route'
import { changeView, deleteView } from '@/lib/saved-views/mutations'
import { savedView, viewChange, viewId } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ viewId })

export const PATCH = route(
  {
    summary: 'Change the name, query or sharing of a saved view',
    access: 'signed-in',
    params,
    body: viewChange,
    answer: savedView,
  },
  ({ actor, params: { viewId: id }, body }) => changeView(actor, id, body),
)

export const DELETE = route(
  { summary: 'Delete a saved view', access: 'signed-in', params },
  ({ actor, params: { viewId: id } }) => deleteView(actor, id),
)
