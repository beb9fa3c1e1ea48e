import { route } from '@/lib/http/route'
import { listTemplates } from '@/lib/lists/data'
import { templateList } from '@/lib/lists/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'lists:read', answer: templateList }, ({ signal }) => listTemplates({ signal }))
