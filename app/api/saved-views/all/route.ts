import { route } from '@/lib/http/route'
import { listViewsOfAllLists } from '@/lib/saved-views/data'
import { savedViews } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List your saved views of all lists and those shared with you',
    access: 'signed-in',
    answer: savedViews,
  },
  ({ actor }) => listViewsOfAllLists(actor),
)
