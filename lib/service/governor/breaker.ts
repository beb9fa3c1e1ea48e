import type { BreakerState } from '@/lib/service/types'

/**
 * Stops calling a service that is down. After `failuresMax` failures in a row nothing is sent but one probe each
 * `probeEveryMs`; the first success closes it again.
 */
export interface Breaker {
  /** Milliseconds until a call may be tried, 0 for now. Takes no probe. */
  waitMs(): number
  /** Right before sending: false when the call must not go out. Takes the probe when one is due. */
  enter(): boolean
  succeed(): void
  fail(): void
  state(): BreakerState
}

const failuresMax = 8
const probeEveryMs = 5_000

/** A closed breaker. `onChange` hears of opening and closing, for the log. */
export function createBreaker(now: () => number, onChange: (isOpen: boolean) => void = () => {}): Breaker {
  let failures = 0
  let isOpen = false
  let isProbing = false
  let nextProbeAt = 0

  return {
    waitMs: () => (isOpen ? Math.max(0, nextProbeAt - now()) : 0),
    enter: () => {
      if (!isOpen) return true
      if (now() < nextProbeAt) return false
      // From the start of one probe to the next: a probe that hangs must not keep the others waiting.
      nextProbeAt = now() + probeEveryMs
      isProbing = true
      return true
    },
    succeed: () => {
      failures = 0
      isProbing = false
      if (!isOpen) return
      isOpen = false
      onChange(false)
    },
    fail: () => {
      failures += 1
      isProbing = false
      if (isOpen || failures < failuresMax) return
      isOpen = true
      nextProbeAt = now() + probeEveryMs
      onChange(true)
    },
    state: () => ({
      state: isOpen ? (isProbing ? 'half-open' : 'open') : 'closed',
      failures,
      nextProbeAt: isOpen ? nextProbeAt : null,
    }),
  }
}
