import 'server-only'
import type { Clock } from '@/lib/clock'
import type { Queryable } from '@/lib/db/types'

/** A slower response is ignored: the difference could be wrong by up to half of this time. */
const roundTripMsMax = 400

/**
 * An estimate of the database's clock: the clock of this process plus the last measured difference. It makes the leases
 * of all consoles end by one clock, however wrong the clocks of their machines are.
 */
export class DatabaseClock implements Clock {
  #aheadMs = 0

  constructor(private readonly own: Clock) {}

  now(): number {
    return Math.round(this.own.now() + this.#aheadMs)
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.own.sleep(ms, signal)
  }

  /** Measures the difference again. @throws AppError unavailable when the database cannot be reached */
  async follow(db: Queryable): Promise<void> {
    const askedAt = this.own.now()
    const { rows } = await db.query<{ at: string }>('select clock_timestamp() as at')
    const answeredAt = this.own.now()
    const at = Date.parse(rows[0]?.at ?? '')
    if (Number.isNaN(at) || answeredAt < askedAt || answeredAt - askedAt > roundTripMsMax) return
    this.#aheadMs = at - (askedAt + answeredAt) / 2
  }
}
