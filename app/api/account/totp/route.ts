import { authContext } from '@/lib/auth/session'
import { beginTotp, removeTotp } from '@/lib/factors/mutations'
import { totpSetUp } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Start setting up an authenticator app', access: 'signed-in', proof: 'fresh', answer: totpSetUp },
  ({ actor }) => beginTotp(authContext(), 'totp-set-up', actor),
)

export const DELETE = route(
  { summary: 'Remove your authenticator app', access: 'signed-in', proof: 'fresh' },
  ({ actor }) => removeTotp(actor),
)
