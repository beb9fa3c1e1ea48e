import { route } from '@/lib/http/route'
import { listSites } from '@/lib/sites/data'
import { siteList } from '@/lib/sites/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ summary: 'List sites', access: 'inspections:read', answer: siteList }, () => listSites())
