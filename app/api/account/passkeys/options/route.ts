import { authContext } from '@/lib/auth/session'
import { beginPasskey } from '@/lib/factors/mutations'
import { ceremony } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Start adding a passkey', access: 'signed-in', proof: 'fresh', answer: ceremony },
  ({ actor }) => beginPasskey(authContext(), actor),
)
