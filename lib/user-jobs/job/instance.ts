import 'server-only'
import { DatabaseClock } from '@/lib/background/database-clock'
import type { Worker } from '@/lib/background/turn-loop'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { userRefresher } from '@/lib/users/refresh'
import { createRemote } from './remote'
import { locker } from './secrets'
import { createUserJobWorker } from './worker'

/** The worker of this process. The boot starts it. */
export function userJobWorker(): Worker {
  return processWide('user-jobs', () =>
    createUserJobWorker({
      database,
      remote: () => createRemote(service()),
      locker,
      clock: new DatabaseClock(systemClock),
      log: log().child({ part: 'user-jobs' }),
      onEnded: (jobId) => void userRefresher().followImport(jobId),
    }),
  )
}
