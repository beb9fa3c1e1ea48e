import 'server-only'
import type { Clock } from '@/lib/clock'

/**
 * How often deliveries may request a pass: twice at once, so that a change shortly after another is seen soon, and then
 * rarely. Half a minute of a flood causes fourteen passes.
 */
const burst = 2
const everyMs = 2_500

export interface Pokes {
  /** Whether a pass may be requested now. */
  take(): boolean
}

export function createPokes(clock: Clock): Pokes {
  let tokens = burst
  let at = clock.now()
  return {
    take: () => {
      const now = clock.now()
      // A clock that was set back changes nothing.
      tokens = Math.min(burst, tokens + Math.max(0, now - at) / everyMs)
      at = now
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
  }
}
