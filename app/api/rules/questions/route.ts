import { route } from '@/lib/http/route'
import { listQuestions } from '@/lib/rules/answers-data'
import { questionList, questionQuery } from '@/lib/rules/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the questions of a template that rules can use, from its newest inspections',
    access: 'rules:write',
    query: questionQuery,
    answer: questionList,
  },
  ({ query }) => listQuestions(query.templateId),
)
