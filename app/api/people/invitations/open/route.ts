import { route } from '@/lib/http/route'
import { heldInvitation, openInvitation } from '@/lib/people/invitation-schema'
import { readInvitation } from '@/lib/sign-in/accept-invitation'

export const dynamic = 'force-dynamic'

// A read by POST: the token stays out of the request line.
export const POST = route(
  { summary: 'Read the invitation of a link', access: 'public', body: heldInvitation, answer: openInvitation },
  ({ body, request }) => readInvitation(request.headers, body.token),
)
