import { authContext } from '@/lib/auth/session'
import { enrollmentStep, totpSetUp } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { beginTotpEnrollment } from '@/lib/sign-in/enrollment'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Begin to set up the required second factor with an app',
    access: 'public',
    body: enrollmentStep,
    answer: totpSetUp,
  },
  ({ body }) => beginTotpEnrollment(authContext(), body.step),
)
