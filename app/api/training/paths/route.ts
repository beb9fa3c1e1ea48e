import { route } from '@/lib/http/route'
import { listPaths } from '@/lib/training/data'
import { pathPage, pageQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List learning paths, a page at a time', access: 'training:read', query: pageQuery, answer: pathPage },
  ({ query, signal }) => listPaths(query.page, { signal }),
)
