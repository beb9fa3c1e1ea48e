import { route } from '@/lib/http/route'
import { revokeInvitation } from '@/lib/people/invitation-mutations'
import { invitationPlace } from '@/lib/people/invitation-schema'

export const dynamic = 'force-dynamic'

export const DELETE = route(
  {
    summary: 'Revoke an invitation',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: invitationPlace,
  },
  ({ actor, params }) => revokeInvitation(actor, params.invitationId),
)
