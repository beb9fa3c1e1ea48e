import { route } from '@/lib/http/route'
import { listLessons } from '@/lib/training/data'
import { courseLessons, courseParams } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List the lessons of a course', access: 'training:read', params: courseParams, answer: courseLessons },
  ({ params, signal }) => listLessons(params.courseId, { signal }),
)
