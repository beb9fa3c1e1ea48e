import { route } from '@/lib/http/route'
import { readOverview } from '@/lib/overview/data'
import { overview } from '@/lib/overview/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'inspections:read', answer: overview }, () => readOverview())
