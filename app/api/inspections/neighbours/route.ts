import { route } from '@/lib/http/route'
import { readNeighbors } from '@/lib/inspections/neighbors-data'
import { inspectionNeighbors, neighborsQuery } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the previous and next inspection in a list',
    access: 'inspections:read',
    query: neighborsQuery,
    answer: inspectionNeighbors,
  },
  ({ query: { of, ...params }, signal }) => readNeighbors(params, of, { signal }),
)
