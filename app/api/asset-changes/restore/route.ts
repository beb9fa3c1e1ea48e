import { readKeptOfEntry } from '@/lib/asset-changes/data'
import { keptQuery, keptRead, newRestore, startedChange } from '@/lib/asset-changes/schema'
import { createRestore } from '@/lib/asset-changes/take-back'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the statuses that a change cleared and that were not set again',
    access: 'assets:read',
    query: keptQuery,
    answer: keptRead,
  },
  ({ query: { activityId } }) => readKeptOfEntry(activityId),
)

export const POST = route(
  {
    summary: 'Start restoring the statuses that a change cleared or moved',
    access: 'assets:write',
    body: newRestore,
    answer: startedChange,
  },
  ({ actor, body, signal }) => createRestore(actor, body, { signal }),
)
