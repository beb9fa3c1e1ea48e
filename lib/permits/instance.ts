import 'server-only'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/instance'
import { settings } from '@/lib/env'
import { createLender, type SharedLender } from './lender'

/**
 * The lender through which the service client of this process shares rate limits with other consoles. Null when there
 * are no others: on a private database, and in the demo, where each console has its own service.
 */
export function startLender(): SharedLender | null {
  const { databaseUrl, service: target } = settings()
  if (databaseUrl === null || target === null) return null
  const lender = createLender({ ...target, database, clock: systemClock })
  lender.start()
  return lender
}
