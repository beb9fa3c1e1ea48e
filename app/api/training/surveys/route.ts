import { route } from '@/lib/http/route'
import { listSurveyAnswers } from '@/lib/training/data'
import { pageQuery, surveyPage } from '@/lib/training/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'training:read', query: pageQuery, answer: surveyPage }, ({ query, signal }) =>
  listSurveyAnswers(query.page, { signal }),
)
