import { route } from '@/lib/http/route'
import { readOverview } from '@/lib/system/data'
import { overview } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'inspections:read', answer: overview }, () => readOverview())
