import 'server-only'
import type { Clock } from '@/lib/clock'

/**
 * How often deliveries may request a pass: twice at once, so that a second change soon after the first is seen quickly,
 * and then rarely. Half a minute of a flood causes fourteen passes.
 */
const burst = 2
const everyMs = 2_500

export interface Pokes {
  /** Whether a pass may be requested now. If so, the request is counted. */
  take(): boolean
}

export function createPokes(clock: Clock): Pokes {
  let tokens = burst
  let at = clock.now()
  return {
    take: () => {
      const now = clock.now()
      // A clock that was set back must not remove tokens.
      tokens = Math.min(burst, tokens + Math.max(0, now - at) / everyMs)
      at = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
