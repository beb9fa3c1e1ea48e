import { route } from '@/lib/http/route'
import { invitePeople } from '@/lib/people/invitation-mutations'
import { invited, newInvitations } from '@/lib/people/invitation-schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Invite people',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    body: newInvitations,
    answer: invited,
  },
  ({ actor, body }) => invitePeople(actor, body),
)
