import { route } from '@/lib/http/route'
import { findFacetValues } from '@/lib/inspections/data'
import { facetQuery, facetValues } from '@/lib/inspections/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'inspections:read', query: facetQuery, answer: facetValues }, ({ query, signal }) =>
  findFacetValues(query, { signal }),
)
