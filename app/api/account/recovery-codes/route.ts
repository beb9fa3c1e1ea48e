import { authContext } from '@/lib/auth/session'
import { makeRecoveryCodes } from '@/lib/factors/mutations'
import { recoveryCodesMade } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Replace your recovery codes', access: 'signed-in', proof: 'fresh', answer: recoveryCodesMade },
  async ({ actor }) => ({ recoveryCodes: await makeRecoveryCodes(authContext(), actor) }),
)
