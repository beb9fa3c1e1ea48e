import { createStatusChange } from '@/lib/asset-changes/start-mutations'
import { newStatusChange, startedChange } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start setting or clearing the status of many assets',
    access: 'assets:write',
    body: newStatusChange,
    answer: startedChange,
  },
  ({ actor, body, signal }) => createStatusChange(actor, body, { signal }),
)
