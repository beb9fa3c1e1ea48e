import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { createLender, type SharedLender } from './lender'

/**
 * What other consoles lend and borrow, for the service of this process. Null when there are none: on a private database,
 * and in the demo, where each console has a service of its own.
 */
export function startLender(): SharedLender | null {
  const { databaseUrl, service: target } = settings()
  if (databaseUrl === null || target === null) return null
  const lender = createLender({ ...target, database, clock: systemClock })
  lender.start()
  return lender
}
