import { route } from '@/lib/http/route'
import { setPasswordByLink } from '@/lib/people/password-reset-mutations'
import { newPasswordByLink } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Set a new password with the token from a link',
    access: 'public',
    body: newPasswordByLink,
    bodyBytesMax: 16_384,
  },
  ({ request, body }) => setPasswordByLink(request.headers, body),
)
