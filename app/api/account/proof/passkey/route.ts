import { authContext } from '@/lib/auth/session'
import { beginAuthentication } from '@/lib/factors/passkeys'
import { ceremony } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start confirming your identity with a passkey',
    access: 'signed-in',
    callers: 'people',
    answer: ceremony,
  },
  ({ actor }) => beginAuthentication(authContext(), 'passkey-proof', actor.userId),
)
