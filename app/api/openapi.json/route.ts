import { route } from '@/lib/http/route'
import { readOpenApi } from '@/lib/openapi/data'

export const dynamic = 'force-dynamic'

// Requires a session, because the document describes every operation.
export const GET = route(
  { summary: 'Get this description of the API', access: 'signed-in', answerType: 'application/json' },
  async () => new Response(await readOpenApi(), { headers: { 'content-type': 'application/json; charset=utf-8' } }),
)
