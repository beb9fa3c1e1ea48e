import { route } from '@/lib/http/route'
import { listProgress } from '@/lib/training/data'
import { progressPage, progressQuery } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'training:read', query: progressQuery, answer: progressPage }, ({ query, signal }) =>
  listProgress(query, { signal }),
)
