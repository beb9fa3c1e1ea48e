import 'server-only'
import path from 'node:path'
import { DatabaseClock } from '@/lib/background/database-clock'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { log } from '@/lib/log'
import { lookupAll } from '@/lib/outgoing/address'
import { processWide } from '@/lib/process-wide'
import { scheduleLocker } from './store'
import { createScheduleWorker } from './worker'

/** The worker of this process that runs scheduled exports. The boot starts it. */
export function scheduleWorker(): Worker {
  return processWide('export-schedules', () => {
    const { dataDir, exportDir, exportBucket, outgoingAllow, publicUrl } = settings()
    return createScheduleWorker({
      database,
      clock: new DatabaseClock(systemClock),
      log: log().child({ part: 'export-schedules' }),
      tools: {
        locker: scheduleLocker(),
        origin: publicUrl,
        deliver: {
          exportDir,
          bucket: exportBucket,
          spoolDir: path.join(/* turbopackIgnore: true */ dataDir, 'spool'),
          allow: outgoingAllow,
          lookup: lookupAll,
        },
      },
    })
  })
}
