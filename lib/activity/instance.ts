import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import type { ActivityLookup } from './journal'
import { createActivityLooker, type ActivityLooker } from './looker'

/** The looker of this process. The boot starts it, with what each noun knows about its own objects. */
export function activityLooker(lookups: Readonly<Record<string, ActivityLookup>>): ActivityLooker {
  return processWide('activity', () =>
    createActivityLooker({ database, service, clock: systemClock, log: log().child({ part: 'activity' }), lookups }),
  )
}
