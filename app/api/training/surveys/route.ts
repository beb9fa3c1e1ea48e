import { route } from '@/lib/http/route'
import { listSurveyAnswers } from '@/lib/training/data'
import { pageQuery, surveyPage } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List survey answers, a page at a time', access: 'training:read', query: pageQuery, answer: surveyPage },
  ({ query, signal }) => listSurveyAnswers(query.page, { signal }),
)
