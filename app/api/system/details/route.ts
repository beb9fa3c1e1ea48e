import { route } from '@/lib/http/route'
import { readSystemDetails } from '@/lib/system/data'
import { systemDetails } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get details of the system: budgets, queues, versions and storage',
    access: 'system:read',
    answer: systemDetails,
  },
  ({ actor }) => readSystemDetails(actor),
)
