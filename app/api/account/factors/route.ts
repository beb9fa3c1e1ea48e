import { readFactors } from '@/lib/factors/data'
import { factors } from '@/lib/factors/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List your passkeys and second factors', access: 'signed-in', callers: 'people', answer: factors },
  ({ actor }) => readFactors(actor.userId),
)
