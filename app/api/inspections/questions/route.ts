import { route } from '@/lib/http/route'
import { nameQuestions } from '@/lib/inspections/questions-data'
import { questionNames, questionsQuery } from '@/lib/report/names-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the names of the questions in the filters `failedQuestion` and `answeredQuestion`',
    access: 'inspections:read',
    query: questionsQuery,
    answer: questionNames,
  },
  async ({ query }) => ({ questions: await nameQuestions(query.key) }),
)
