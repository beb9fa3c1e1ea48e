import { route } from '@/lib/http/route'
import { listSavedViews } from '@/lib/saved-views/data'
import { createView } from '@/lib/saved-views/mutations'
import { newView, savedView, savedViewList } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List your saved views and those that others share', access: 'inspections:read', answer: savedViewList },
  ({ actor }) => listSavedViews(actor),
)

// Who may read inspections may keep views of them. Sharing asks for more: the mutation does.
export const POST = route(
  { summary: 'Save a view of the inspections list', access: 'inspections:read', body: newView, answer: savedView },
  ({ actor, body }) => createView(actor, body),
)
