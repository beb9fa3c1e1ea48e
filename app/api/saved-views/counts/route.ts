import * as z from 'zod'
import { route } from '@/lib/http/route'
import { listParams } from '@/lib/inspections/schema'
import { countViews } from '@/lib/saved-views/counts'
import { countedMax, viewCounts, viewKey } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

const query = z.object({ key: z.array(viewKey).max(countedMax), tz: listParams.shape.tz })

export const GET = route(
  { summary: 'Count the inspections that match saved views', access: 'inspections:read', query, answer: viewCounts },
  ({ actor, query: asked, signal }) => countViews(actor, asked.key, asked.tz?.[0] ?? 'UTC', { signal }),
)
