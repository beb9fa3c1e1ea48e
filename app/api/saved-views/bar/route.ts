import { route } from '@/lib/http/route'
import { arrangeBar } from '@/lib/saved-views/bar-mutations'
import { viewBar, viewsQuery } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const PUT = route(
  {
    summary: 'Arrange your bar of saved views of a list',
    access: 'signed-in',
    query: viewsQuery,
    body: viewBar,
    answer: viewBar,
  },
  ({ actor, query: { list }, body }) => arrangeBar(actor, body, undefined, list),
)
