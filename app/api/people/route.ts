import { route } from '@/lib/http/route'
import { listPeople } from '@/lib/people/list-data'
import { peopleList } from '@/lib/people/list-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List people and open invitations', access: 'people:read', callers: 'people', answer: peopleList },
  () => listPeople(),
)
