import { route } from '@/lib/http/route'
import { importViews } from '@/lib/saved-views/mutations'
import { importedViews, viewsFile } from '@/lib/saved-views/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Import saved views from a file', access: 'signed-in', body: viewsFile, answer: importedViews },
  ({ actor, body }) => importViews(actor, body),
)
