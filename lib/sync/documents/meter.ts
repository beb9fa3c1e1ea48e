import type { Clock } from '@/lib/clock'

/** How fast documents arrive, over the last minute. */
export interface HydrateMeter {
  count(documents: number): void
  /** Documents of the last minute; null when there were none. */
  perMinute(): number | null
}

const windowSeconds = 60

export function createHydrateMeter(clock: Clock): HydrateMeter {
  /** Number of documents by the second in which they arrived. */
  const counts = new Map<number, number>()
  const second = () => Math.floor(clock.now() / 1_000)

  const forgetOld = () => {
    const since = second() - windowSeconds
    for (const at of counts.keys()) if (at <= since || at > second()) counts.delete(at)
  }

  return {
    count: (documents) => {
      counts.set(second(), (counts.get(second()) ?? 0) + documents)
      if (counts.size > 2 * windowSeconds) forgetOld()
    },
    perMinute: () => {
      forgetOld()
      return counts.size === 0 ? null : [...counts.values()].reduce((total, count) => total + count, 0)
    },
  }
}
