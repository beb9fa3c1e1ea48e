import { authContext } from '@/lib/auth/session'
import { ceremony, enrollmentStep } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { beginPasskeyEnrollment } from '@/lib/sign-in/enrollment'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start setting up a passkey as the required second factor',
    access: 'public',
    body: enrollmentStep,
    answer: ceremony,
  },
  ({ body }) => beginPasskeyEnrollment(authContext(), body.step),
)
