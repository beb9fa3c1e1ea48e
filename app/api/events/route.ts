import * as z from 'zod'
import { answerEvents } from '@/lib/events/instance'
import { route } from '@/lib/http/route'

export const GET = route(
  {
    summary: 'Follow changes as server-sent events',
    answerType: 'text/event-stream',
    access: 'signed-in',
    callers: 'people',
    query: z.object({ after: z.string().max(100).optional() }),
  },
  ({ actor, query, request: { headers }, signal, requestId }) =>
    answerEvents({ actor, headers, signal, requestId, after: headers.get('last-event-id') ?? query.after ?? null }),
)
