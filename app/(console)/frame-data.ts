import 'server-only'
import { setTimeout } from 'node:timers/promises'
import type { QueryKey } from '@tanstack/react-query'
import type * as z from 'zod'
import { dehydrateTexts } from '@/app/dehydrate-texts'
import type { PageData } from '@/components/ui/page-data/more-data'
import type { Actor } from '@/lib/access/actor'
import { can, type Permission } from '@/lib/access/permissions'
import { createQueryClient } from '@/lib/browser/query-client'
import { readBell } from '@/lib/inbox/data'
import { inboxQueries } from '@/lib/inbox/queries'
import { inboxCount } from '@/lib/inbox/schema'
import { readAttention } from '@/lib/overview/attention-data'
import { overviewQueries } from '@/lib/overview/queries'
import { attention } from '@/lib/overview/schema'
import { countReviews } from '@/lib/review/counts-data'
import { reviewQueries } from '@/lib/review/queries'
import { reviewCounts } from '@/lib/review/schema'
import { readSystemStatus } from '@/lib/system/data'
import { systemQueries } from '@/lib/system/queries'
import { systemStatus } from '@/lib/system/schema'

/** Numbers that take longer follow the page in the same response, so that they never delay it. */
const waitMs = 10

interface FrameRead {
  queryKey: QueryKey
  /** The route that the browser would request instead. It needs the same permission. */
  route: string
  access: Permission | 'signed-in'
  schema: z.ZodType
  read: () => Promise<unknown>
}

/** The reads of the frame. */
export function listFrameReads(actor: Actor, zone: string): FrameRead[] {
  return [
    {
      ...systemQueries.status(),
      route: 'GET /api/system/status',
      access: 'system:read',
      schema: systemStatus,
      read: readSystemStatus,
    },
    {
      ...reviewQueries.counts(),
      route: 'GET /api/review/counts',
      access: 'reviews:read',
      schema: reviewCounts,
      read: () => countReviews(actor),
    },
    {
      ...overviewQueries.attention(zone),
      route: 'GET /api/overview/attention',
      access: 'inspections:read',
      schema: attention,
      read: () => readAttention(actor, { zone }),
    },
    {
      ...inboxQueries.count(),
      route: 'GET /api/inbox/count',
      access: 'signed-in',
      schema: inboxCount,
      read: () => readBell(actor, Date.now()),
    },
  ]
}

/**
 * Reads the numbers of the frame, which are sent with a page and save it four requests. Days begin at midnight in
 * `zone`. The browser requests those that fail.
 */
export async function readFrame(actor: Actor, zone: string): Promise<PageData> {
  const queryClient = createQueryClient()
  const allowed = listFrameReads(actor, zone).filter(({ access }) => access === 'signed-in' || can(actor.role, access))
  const all = allowed.map(({ queryKey, schema, read }) =>
    queryClient.prefetchQuery({ queryKey, queryFn: async () => schema.parse(await read()), retry: false }),
  )
  await Promise.race([Promise.all(all), setTimeout(waitMs)])
  return dehydrateTexts(queryClient)
}
