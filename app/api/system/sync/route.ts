import { route } from '@/lib/http/route'
import { requestPass } from '@/lib/system/mutations'
import { syncRequested } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const POST = route({ summary: 'Start a sync now', access: 'system:write', answer: syncRequested }, ({ actor }) =>
  requestPass(actor),
)
