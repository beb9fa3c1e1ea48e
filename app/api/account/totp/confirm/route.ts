import { authContext } from '@/lib/auth/session'
import { addTotp } from '@/lib/factors/mutations'
import { factorAdded, totpConfirmation } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Confirm your authenticator app with its first code',
    access: 'signed-in',
    proof: 'fresh',
    body: totpConfirmation,
    answer: factorAdded,
  },
  ({ actor, body }) => addTotp(authContext(), actor, body),
)
