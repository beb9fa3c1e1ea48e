import { route } from '@/lib/http/route'
import { readChoices } from '@/lib/inbox/data'
import { chooseNotices } from '@/lib/inbox/mutations'
import { noticeChoice, noticeChoices } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get your notification settings', access: 'signed-in', callers: 'people', answer: noticeChoices },
  ({ actor }) => readChoices(actor),
)

export const PUT = route(
  {
    summary: 'Change your notification settings for one kind of event',
    access: 'signed-in',
    callers: 'people',
    body: noticeChoice,
    answer: noticeChoices,
  },
  ({ actor, body }) => chooseNotices(actor, body),
)
