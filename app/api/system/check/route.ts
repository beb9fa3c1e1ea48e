import { route } from '@/lib/http/route'
import { connectionChecker } from '@/lib/system/check'
import { lastCheck } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'system:read', answer: lastCheck }, () => ({ check: connectionChecker().last() }))

export const POST = route({ access: 'system:write', answer: lastCheck }, async ({ actor, requestId }) => ({
  check: await connectionChecker().run({ actor, requestId }),
}))
