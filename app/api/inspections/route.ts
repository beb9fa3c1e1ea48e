import { route } from '@/lib/http/route'
import { listInspections } from '@/lib/inspections/data'
import { inspectionListQuery, inspectionPage } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List inspections that match a filter, sorted, a page at a time',
    access: 'inspections:read',
    direct: 'GET /api/inspections',
    query: inspectionListQuery,
    answer: inspectionPage,
  },
  ({ query, signal }) => listInspections(query, { signal }),
)
