import { newRestore, startedChange } from '@/lib/asset-changes/schema'
import { createRestore } from '@/lib/asset-changes/take-back'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Start restoring the statuses that a change cleared or moved',
    access: 'assets:write',
    body: newRestore,
    answer: startedChange,
  },
  ({ actor, body, signal }) => createRestore(actor, body, { signal }),
)
