import { authContext } from '@/lib/auth/session'
import { addPasskey } from '@/lib/factors/mutations'
import { factorAdded, passkeyRegistration } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Add a passkey that your device created',
    access: 'signed-in',
    proof: 'fresh',
    body: passkeyRegistration,
    answer: factorAdded,
  },
  ({ actor, body }) => addPasskey(authContext(), actor, body),
)
