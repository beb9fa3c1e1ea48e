import { route } from '@/lib/http/route'
import { markNotices } from '@/lib/inbox/mutations'
import { noticeMarks, noticesMarked } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Mark notices in your inbox as read, unread or archived',
    access: 'signed-in',
    callers: 'people',
    body: noticeMarks,
    answer: noticesMarked,
  },
  ({ actor, body }) => markNotices(actor, body),
)
