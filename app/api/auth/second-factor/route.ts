import { authContext } from '@/lib/auth/session'
import { secondStep } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'
import { takeSecondStep } from '@/lib/sign-in/second-step'
import { withCookies } from '@/lib/sign-in/sign-in'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Finish signing in with the second factor', access: 'public', body: secondStep },
  async ({ request, body }) => withCookies({ ok: true }, await takeSecondStep(authContext(), request.headers, body)),
)
