import { route } from '@/lib/http/route'
import { listTemplates } from '@/lib/templates/data'
import { templateList } from '@/lib/templates/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ summary: 'List templates', access: 'lists:read', answer: templateList }, ({ signal }) =>
  listTemplates({ signal }),
)
