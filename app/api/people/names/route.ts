import { route } from '@/lib/http/route'
import { listPersonNames } from '@/lib/people/names-data'
import { personNames } from '@/lib/people/names-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  {
    summary: 'List the names of people who can be assigned, mentioned or shared with',
    access: 'signed-in',
    callers: 'people',
    answer: personNames,
  },
  ({ actor }) => listPersonNames(actor),
)
