import type { Clock } from '@/lib/clock'

/** A pause that can be cut short: `wake()` ends the current pause, or else the next one. */
export interface Waiter {
  wait: (ms: number) => Promise<void>
  wake: () => void
}

/**
 * One shared error: without a reason, each abort creates an error with a stack, and a busy loop is woken thousands of
 * times.
 */
const woken = new Error('woken')

export function createWaiter(clock: Clock): Waiter {
  let pause: AbortController | null = null
  let isWoken = false
  return {
    wait: async (ms) => {
      if (!isWoken) {
        const own = new AbortController()
        pause = own
        await clock.sleep(ms, own.signal).catch(() => {
          // This pause is aborted only to wake the waiter.
        })
        pause = null
      }
      isWoken = false
    },
    wake: () => {
      isWoken = true
      pause?.abort(woken)
    },
  }
}
