import { listActivityPeople } from '@/lib/activity/data'
import { activityPeople } from '@/lib/activity/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'List the people who appear in the activity log', access: 'activity:read', answer: activityPeople },
  ({ actor }) => listActivityPeople(actor),
)
