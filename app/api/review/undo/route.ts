import { route } from '@/lib/http/route'
import { undoMarks } from '@/lib/review/mutations'
import { reviewUndo, reviewUndone } from '@/lib/review/schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Undo a batch of review marks', access: 'reviews:write', body: reviewUndo, answer: reviewUndone },
  ({ actor, body }) => undoMarks(actor, body.batchId),
)
