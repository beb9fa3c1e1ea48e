import { route } from '@/lib/http/route'
import { connectionChecker } from '@/lib/system/check'
import { lastCheck } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get the last connection check', access: 'system:read', answer: lastCheck },
  async () => ({ check: await connectionChecker().last() }),
)

export const POST = route(
  { summary: 'Run the connection check', access: 'system:write', answer: lastCheck },
  async ({ actor, requestId }) => ({
    check: await connectionChecker().run({ actor, requestId }),
  }),
)
