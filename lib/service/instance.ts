import 'server-only'
import { AppError } from '@/lib/errors'
import { log, registerSecret } from '@/lib/log'
import { processWide } from '@/lib/process-wide'
import { serverText } from '@/lib/server-text'
import { createService } from './client'
import type { SeenExchange } from './exchange'
import type { Lender } from './governor/purse'
import type { Service } from './types'

interface Slot {
  service: Service | null
}

const slot = (): Slot => processWide<Slot>('service', () => ({ service: null }))

/** The counters of requests to the service in this process. */
export const serviceEars = () =>
  processWide<{ onExchange: ((seen: SeenExchange) => void) | null }>('service-ears', () => ({ onExchange: null }))

/** Called once at boot: the service that this process uses. From here on the token is removed from all logs. */
export function setServiceTarget(target: {
  baseUrl: string
  token: string
  limits?: Readonly<Record<string, number>>
  currentRequestId?: () => string | undefined
  currentOwner?: () => string | undefined
  lender?: Lender
}): void {
  registerSecret(target.token)
  const previous = slot().service
  const ears = serviceEars()
  slot().service = createService({
    ...target,
    log: log().child({ part: 'service' }),
    onExchange: (seen) => ears.onExchange?.(seen),
  })
  previous?.close().catch(() => {})
}

/**
 * The client of this process.
 * @throws AppError unavailable before the boot has named a service.
 */
export function service(): Service {
  const { service: current } = slot()
  if (current === null)
    throw new AppError('unavailable', serverText('common.starting'), {
      details: { retryAfterSeconds: 1 },
    })
  return current
}
