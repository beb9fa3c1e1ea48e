import { route } from '@/lib/http/route'
import { wallQuery, wallTotal } from '@/lib/media/schema'
import { countWall } from '@/lib/media/wall-data'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Count photos and files across inspections', access: 'media:read', query: wallQuery, answer: wallTotal },
  ({ query, signal }) => countWall(query, { signal }),
)
