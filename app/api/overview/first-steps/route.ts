import { route } from '@/lib/http/route'
import { readFirstSteps } from '@/lib/overview/first-steps-data'
import { firstSteps } from '@/lib/overview/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'Get the first steps that the organization has done: connection, saved view, reviews and an import',
    access: 'inspections:read',
    answer: firstSteps,
  },
  () => readFirstSteps(),
)
