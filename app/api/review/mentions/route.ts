import { route } from '@/lib/http/route'
import { listMentions } from '@/lib/review/comments-data'
import { mentionList } from '@/lib/review/comments-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List the comments that mention you', access: 'reviews:read', answer: mentionList },
  ({ actor }) => listMentions(actor),
)
