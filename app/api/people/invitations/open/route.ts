import { route } from '@/lib/http/route'
import { heldInvitation, openInvitation } from '@/lib/people/invitation-schema'
import { readInvitation } from '@/lib/sign-in/accept-invitation'

export const dynamic = 'force-dynamic'

// Reads by POST, so that the token is not part of the address.
export const POST = route(
  { summary: 'Get the invitation for a link', access: 'public', body: heldInvitation, answer: openInvitation },
  ({ body, request }) => readInvitation(request.headers, body.token),
)
