import { route } from '@/lib/http/route'
import { listCollections } from '@/lib/training/data'
import { collectionPage, pageQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List course collections, a page at a time',
    access: 'training:read',
    query: pageQuery,
    answer: collectionPage,
  },
  ({ query, signal }) => listCollections(query.page, { signal }),
)
