import { route } from '@/lib/http/route'
import { listCourses } from '@/lib/training/data'
import { courseQuery, coursePage } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List training courses, a page at a time',
    access: 'training:read',
    query: courseQuery,
    answer: coursePage,
  },
  ({ query, signal }) => listCourses(query, { signal }),
)
