import { route } from '@/lib/http/route'
import { readMailbox } from '@/lib/people/list-data'
import { mailbox } from '@/lib/people/list-schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List the emails that the demo stored', access: 'people:read', callers: 'people', answer: mailbox },
  () => readMailbox(),
)
