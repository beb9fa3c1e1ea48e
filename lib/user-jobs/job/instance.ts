import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { log } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { service } from '@/lib/service/instance'
import { createRemote } from './remote'
import { locker } from './secrets'
import { createUserJobWorker, type UserJobWorker } from './worker'

/** The worker of this process. The boot starts it. */
export function userJobWorker(): UserJobWorker {
  return processWide('user-jobs', () =>
    createUserJobWorker({
      database,
      remote: () => createRemote(service()),
      locker,
      clock: systemClock,
      log: log().child({ part: 'user-jobs' }),
    }),
  )
}
