import { route } from '@/lib/http/route'
import { readMentionsUntil } from '@/lib/review/comments-mutations'
import { mentionsRead } from '@/lib/review/comments-schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Mark comments that mention you as read', access: 'reviews:read', body: mentionsRead },
  ({ actor, body }) => readMentionsUntil(actor, body.until),
)
