import * as z from 'zod'
import { route } from '@/lib/http/route'
import { listParams } from '@/lib/inspections/schema'
import { countViews } from '@/lib/saved-views/counts'
import { viewCounts, viewKey, viewsQuery } from '@/lib/saved-views/schema'
import { countedMax } from '@/lib/saved-views/values-model'

export const dynamic = 'force-dynamic'

const query = viewsQuery.extend({
  /** Keys of the views to count. */
  key: z.array(viewKey).max(countedMax),
  /** IANA time zone in which days begin, for views that have none. UTC by default. */
  tz: listParams.shape.tz,
})

export const GET = route(
  { summary: 'Count the rows that match saved views of a list', access: 'signed-in', query, answer: viewCounts },
  ({ actor, query: { list, key: keys, tz }, signal }) =>
    countViews(actor, { list, keys, zone: tz?.[0] ?? 'UTC' }, { signal }),
)
