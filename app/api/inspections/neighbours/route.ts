import { route } from '@/lib/http/route'
import { readNeighbours } from '@/lib/inspections/data'
import { inspectionNeighbours, neighboursQuery } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Find the inspections before and after one in a list',
    access: 'inspections:read',
    query: neighboursQuery,
    answer: inspectionNeighbours,
  },
  ({ query: { of, ...params }, signal }) => readNeighbours(params, of, { signal }),
)
