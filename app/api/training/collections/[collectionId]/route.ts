import { route } from '@/lib/http/route'
import { listCollectionCourses } from '@/lib/training/data'
import { collectionParams, coursePage, pageQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the courses of a collection, a page at a time',
    access: 'training:read',
    params: collectionParams,
    query: pageQuery,
    answer: coursePage,
  },
  ({ params, query, signal }) => listCollectionCourses(params.collectionId, query.page, { signal }),
)
