import { route } from '@/lib/http/route'
import { markInspections } from '@/lib/review/bulk'
import { bulkMark, bulkMarked } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Mark many inspections as reviewed or for follow-up, or remove their marks',
    access: 'reviews:write',
    body: bulkMark,
    answer: bulkMarked,
    bodyBytesMax: 5_000_000,
  },
  ({ actor, body }) => markInspections(actor, body),
)
