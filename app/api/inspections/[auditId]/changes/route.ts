import * as z from 'zod'
import { route } from '@/lib/http/route'
import { auditId } from '@/lib/ids'
import { changesAnswer, changesQuery } from '@/lib/compare/diff-schema'
import { answerChanges } from '@/lib/inspections/versions-data'
import { languageOf } from '@/lib/web/problem'

export const GET = route(
  {
    summary: 'Compare two versions of an inspection',
    access: 'inspections:read',
    params: z.object({ auditId }),
    query: changesQuery,
    answer: changesAnswer,
  },
  ({ actor, params, query, request }) =>
    answerChanges(actor.userId, { ...params, ...query }, languageOf(request.headers.get('accept-language'))),
)
