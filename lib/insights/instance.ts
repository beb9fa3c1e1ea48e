import 'server-only'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { createInsightWorker } from './worker'

/** The worker of this process that counts months for the insights. The boot starts it. */
export function insightWorker(): Worker {
  return processWide('insights', () =>
    createInsightWorker({ database, clock: systemClock, log: log().child({ part: 'insights' }) }),
  )
}
