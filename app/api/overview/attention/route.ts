import { route } from '@/lib/http/route'
import { readAttention } from '@/lib/overview/attention-data'
import { attention, attentionQuery } from '@/lib/overview/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Count what needs attention: overdue follow-ups, imports with errors and failed webhook deliveries',
    access: 'inspections:read',
    query: attentionQuery,
    answer: attention,
  },
  ({ actor, query }) => readAttention(actor, query),
)
