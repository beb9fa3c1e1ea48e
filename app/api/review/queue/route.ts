import { route } from '@/lib/http/route'
import { readQueue } from '@/lib/review/queue-data'
import { queueQuery, reviewQueue } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the next inspections in the review queue',
    access: 'reviews:read',
    query: queueQuery,
    answer: reviewQueue,
  },
  ({ actor, query, signal }) => readQueue(actor, query, { signal }),
)
