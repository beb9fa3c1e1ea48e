import { route } from '@/lib/http/route'
import { countUnread } from '@/lib/inbox/data'
import { inboxCount } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Count the unread notices in your inbox', access: 'signed-in', callers: 'people', answer: inboxCount },
  async ({ actor }) => ({ unread: await countUnread(actor) }),
)
