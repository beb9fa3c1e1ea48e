import { route } from '@/lib/http/route'
import { listResponseSets } from '@/lib/lists/data'
import { responseSetList } from '@/lib/lists/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'lists:read', answer: responseSetList }, async ({ signal }) => ({
  responseSets: await listResponseSets({ signal }),
}))
