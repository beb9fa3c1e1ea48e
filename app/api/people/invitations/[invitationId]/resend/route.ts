import { route } from '@/lib/http/route'
import { resendInvitation } from '@/lib/people/invitation-mutations'
import { invitationPlace, sentInvitation } from '@/lib/people/invitation-schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Resend an invitation with a new link',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: invitationPlace,
    answer: sentInvitation,
  },
  ({ actor, params }) => resendInvitation(actor, params.invitationId),
)
