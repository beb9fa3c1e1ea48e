import { authContext } from '@/lib/auth/session'
import { ceremony } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { beginPasskeySignIn } from '@/lib/sign-in/passkey-sign-in'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Start signing in with a passkey', access: 'public', answer: ceremony },
  ({ request }) => beginPasskeySignIn(authContext(), request.headers),
)
