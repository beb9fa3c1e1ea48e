import { changePassword } from '@/lib/account/password-mutations'
import { endedSessions, passwordChange } from '@/lib/account/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Change your password',
    access: 'signed-in',
    callers: 'people',
    body: passwordChange,
    answer: endedSessions,
  },
  ({ actor, session, body, request }) => changePassword(actor, session, body, request.headers),
)
