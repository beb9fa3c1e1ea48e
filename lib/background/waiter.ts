import type { Clock } from '@/lib/clock'

/** A pause that can be cut short: `wake()` ends the pause under way, or the next one if none is. */
export interface Waiter {
  wait: (ms: number) => Promise<void>
  wake: () => void
}

/** One for all: without a reason each abort makes an exception with a stack, and a busy loop is woken thousands of times. */
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
          // Woken: that is all an abort of this pause can mean.
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
