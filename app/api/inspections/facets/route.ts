import { route } from '@/lib/http/route'
import { findFacetValues } from '@/lib/inspections/data'
import { facetQuery, facetValues } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the values of a filter with their counts',
    access: 'inspections:read',
    query: facetQuery,
    answer: facetValues,
  },
  ({ query, signal }) => findFacetValues(query, { signal }),
)
