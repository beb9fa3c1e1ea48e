import { authContext } from '@/lib/auth/session'
import { totpEnrollment } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { enroll } from '@/lib/sign-in/enrollment'
import { withCookies } from '@/lib/sign-in/sign-in'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Finish setting up an app as the required second factor, and sign in',
    access: 'public',
    body: totpEnrollment,
  },
  async ({ request, body: { enrollment, ...code } }) => {
    const { added, cookies } = await enroll(authContext(), request.headers, enrollment, { code })
    return withCookies(added, cookies)
  },
)
