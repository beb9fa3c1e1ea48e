import { route } from '@/lib/http/route'
import { listSavedViews } from '@/lib/saved-views/data'
import { createView } from '@/lib/saved-views/mutations'
import { newView, savedView, savedViewList, viewsQuery } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List your saved views of a list and those shared with you',
    access: 'signed-in',
    query: viewsQuery,
    answer: savedViewList,
  },
  ({ actor, query: { list } }) => listSavedViews(actor, list),
)

// People who may read a list may save views of it, which lib/saved-views checks. Sharing needs `views:write`.
export const POST = route(
  { summary: 'Save a view of a list', access: 'signed-in', body: newView, answer: savedView },
  ({ actor, body }) => createView(actor, body),
)
