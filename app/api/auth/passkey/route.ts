import { authContext } from '@/lib/auth/session'
import { passkeySignIn } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { signInWithPasskey } from '@/lib/sign-in/passkey-sign-in'
import { withCookies } from '@/lib/sign-in/sign-in'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Sign in with a passkey', access: 'public', body: passkeySignIn },
  async ({ request, body }) => withCookies({ ok: true }, await signInWithPasskey(authContext(), request.headers, body)),
)
