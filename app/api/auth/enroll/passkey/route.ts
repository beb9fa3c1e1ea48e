import { authContext } from '@/lib/auth/session'
import { passkeyEnrollment } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { enroll } from '@/lib/sign-in/enrollment'
import { withCookies } from '@/lib/sign-in/sign-in'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Finish setting up a passkey as the required second factor, and sign in',
    access: 'public',
    body: passkeyEnrollment,
  },
  async ({ request, body: { enrollment, ...passkey } }) => {
    const { added, cookies } = await enroll(authContext(), request.headers, enrollment, { passkey })
    return withCookies(added, cookies)
  },
)
