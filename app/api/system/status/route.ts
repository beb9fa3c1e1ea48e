import { route } from '@/lib/http/route'
import { readSystemStatus } from '@/lib/system/data'
import { systemStatus } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get the state of the sync and of the connection', access: 'system:read', answer: systemStatus },
  () => readSystemStatus(),
)
