import { route } from '@/lib/http/route'
import { listNotices } from '@/lib/inbox/data'
import { inboxPage, inboxQuery } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the notices in your inbox',
    access: 'signed-in',
    callers: 'people',
    query: inboxQuery,
    answer: inboxPage,
  },
  ({ actor, query }) => listNotices(actor, query),
)
