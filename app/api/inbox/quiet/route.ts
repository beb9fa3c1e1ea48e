import { route } from '@/lib/http/route'
import { setQuietHours } from '@/lib/inbox/mutations'
import { noticeChoices, quietChoice } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const PUT = route(
  {
    summary: 'Change your quiet hours',
    access: 'signed-in',
    callers: 'people',
    body: quietChoice,
    answer: noticeChoices,
  },
  ({ actor, body }) => setQuietHours(actor, body.quiet),
)
