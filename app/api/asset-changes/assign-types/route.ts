import { createTypeChange } from '@/lib/asset-changes/start-mutations'
import { newTypeChange, startedChange } from '@/lib/asset-changes/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start assigning status groups to asset types',
    access: 'status-groups:write',
    body: newTypeChange,
    answer: startedChange,
  },
  ({ actor, body, signal }) => createTypeChange(actor, body, { signal }),
)
