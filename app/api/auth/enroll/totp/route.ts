import { authContext } from '@/lib/auth/session'
import { enrollmentStep, totpSetUp } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { beginTotpEnrollment } from '@/lib/sign-in/enrollment'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start setting up an app as the required second factor',
    access: 'public',
    body: enrollmentStep,
    answer: totpSetUp,
  },
  ({ body }) => beginTotpEnrollment(authContext(), body.step),
)
