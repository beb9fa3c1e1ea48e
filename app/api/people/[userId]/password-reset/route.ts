import * as z from 'zod'
import { route } from '@/lib/http/route'
import { createPasswordReset } from '@/lib/people/password-reset-mutations'
import { passwordResetLink, userId } from '@/lib/people/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Create a link to set a new password',
    access: 'people:write',
    callers: 'people',
    proof: 'fresh',
    params: z.object({ userId }),
    answer: passwordResetLink,
  },
  ({ actor, params }) => createPasswordReset(actor, params.userId),
)
