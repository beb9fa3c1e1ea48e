import { route } from '@/lib/http/route'
import { wallPage, wallQuery } from '@/lib/media/schema'
import { listWall } from '@/lib/media/wall-data'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List photos and files across inspections, a page at a time',
    access: 'media:read',
    query: wallQuery,
    answer: wallPage,
  },
  ({ query, signal }) => listWall(query, { signal }),
)
