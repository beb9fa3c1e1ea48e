import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import type { ActivityRecheck } from './journal'
import { createActivityRechecker, type ActivityRechecker } from './recheck'

/** Rechecks writes with unknown outcome, once per process. `lookups` find out the outcome for each kind of object. */
export function activityRechecker(lookups: Readonly<Record<string, ActivityRecheck>>): ActivityRechecker {
  return processWide('activity', () =>
    createActivityRechecker({ database, service, clock: systemClock, log: log().child({ part: 'activity' }), lookups }),
  )
}
