import { route } from '@/lib/http/route'
import { systemClock } from '@/lib/clock'
import { readBell } from '@/lib/inbox/data'
import { inboxCount } from '@/lib/inbox/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Count the unread notices in your inbox', access: 'signed-in', callers: 'people', answer: inboxCount },
  async ({ actor }) => await readBell(actor, systemClock.now()),
)
