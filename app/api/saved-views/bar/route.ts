import { route } from '@/lib/http/route'
import { arrangeBar } from '@/lib/saved-views/mutations'
import { viewBar } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const PUT = route(
  { summary: 'Arrange your bar of saved views', access: 'inspections:read', body: viewBar, answer: viewBar },
  ({ actor, body }) => arrangeBar(actor, body),
)
