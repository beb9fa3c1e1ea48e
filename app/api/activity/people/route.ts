import { listActivityPeople } from '@/lib/activity/data'
import { activityPeople } from '@/lib/activity/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route({ access: 'activity:read', answer: activityPeople }, () => listActivityPeople())
