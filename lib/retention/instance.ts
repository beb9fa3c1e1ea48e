import 'server-only'
import { createChainWorker } from '@/lib/activity/chain/chain-worker'
import { createSinkWorker } from '@/lib/activity/chain/sink-worker'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { createRetentionWorker } from './worker'

/**
 * The workers that maintain the activity log: its chain, its export to other systems, and the removal of old personal
 * data.
 */
export function upkeepWorkers(): readonly Worker[] {
  return processWide('upkeep', () => {
    const around = { database, clock: systemClock, log: log().child({ part: 'upkeep' }) }
    const { retention, activitySink } = settings()
    return [
      createChainWorker(around),
      createRetentionWorker({ ...around, rules: retention }),
      ...(activitySink === null ? [] : [createSinkWorker({ ...around, sink: activitySink })]),
    ]
  })
}
