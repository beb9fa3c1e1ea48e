import { listOwnSessions } from '@/lib/account/data'
import { endOtherSessions } from '@/lib/account/mutations'
import { accountSessions, endedSessions } from '@/lib/account/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List your sessions', access: 'signed-in', callers: 'people', answer: accountSessions },
  ({ actor, session }) => listOwnSessions(actor, session),
)

// Ends all sessions except the current one.
export const DELETE = route(
  { summary: 'Sign out everywhere else', access: 'signed-in', callers: 'people', answer: endedSessions },
  ({ actor, session }) => endOtherSessions(actor, session),
)
