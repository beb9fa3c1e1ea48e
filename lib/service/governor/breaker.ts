import type { Lane } from '@/lib/service/operation'
import type { BreakerState } from '@/lib/service/types'

/**
 * Stops calling a service that is down. After `failuresMax` failures in a row, or `troublesMax` failures including
 * 500 responses for different items, only one probe is sent every `probeEveryMs`. The first success closes the breaker
 * again.
 */
export interface Breaker {
  /** Milliseconds until a call may be tried; 0: at once. Does not use the probe. */
  waitMs(): number
  /** Called right before sending: false when the call must not be sent. Uses the probe when one is due. */
  enter(): boolean
  succeed(): void
  fail(): void
  /** The service is up and answered 500 for `item`: either the item is broken, or the service. */
  stumble(item: string): void
  state(): BreakerState
}

const failuresMax = 8
const troublesMax = 10
/**
 * The most that one item counts: its try and one retry. A few broken items that are requested repeatedly are not an
 * outage.
 */
const stumblesPerItem = 2
const probeEveryMs = 5_000

/** A closed breaker. `onChange` is called when it opens or closes, for the log. */
export function createBreaker(now: () => number, onChange: (isOpen: boolean) => void = () => {}): Breaker {
  let failures = 0
  let isOpen = false
  let isProbing = false
  let nextProbeAt = 0
  /** 500 responses since the last success, by item: at most `troublesMax` of them. */
  const stumbles = new Map<string, number>()
  let stumbled = 0

  const openWhenDue = () => {
    isProbing = false
    if (isOpen || (failures < failuresMax && failures + stumbled < troublesMax)) return
    isOpen = true
    nextProbeAt = now() + probeEveryMs
    onChange(true)
  }

  return {
    waitMs: () => (isOpen ? Math.max(0, nextProbeAt - now()) : 0),
    enter: () => {
      if (!isOpen) return true
      if (now() < nextProbeAt) return false
      // From the start of one probe to the next, so that a hanging probe does not delay the others.
      nextProbeAt = now() + probeEveryMs
      isProbing = true
      return true
    },
    succeed: () => {
      failures = 0
      stumbled = 0
      stumbles.clear()
      isProbing = false
      if (!isOpen) return
      isOpen = false
      onChange(false)
    },
    fail: () => {
      failures += 1
      openWhenDue()
    },
    stumble: (item) => {
      const before = stumbles.get(item) ?? 0
      if (!isOpen && before < stumblesPerItem) {
        stumbles.set(item, before + 1)
        stumbled += 1
      }
      openWhenDue()
    },
    state: () => ({
      state: isOpen ? (isProbing ? 'half-open' : 'open') : 'closed',
      failures: failures + stumbled,
      nextProbeAt: isOpen ? nextProbeAt : null,
    }),
  }
}

/**
 * One breaker for people and one for background work. 500 responses to background work may concern broken documents
 * that nobody looks at, so they only pause background work. Errors for people, lost responses and outages count for
 * both, so background work waits whenever people do, and both share one probe.
 */
export function createBreakers(
  now: () => number,
  onChange: (isOpen: boolean, lane: Lane) => void,
): Record<Lane, Breaker> {
  const people = createBreaker(now, (isOpen) => onChange(isOpen, 'person'))
  const work = createBreaker(now, (isOpen) => onChange(isOpen, 'background'))
  const both = [people, work]
  const shared = {
    succeed: () => both.forEach((one) => one.succeed()),
    fail: () => both.forEach((one) => one.fail()),
  }
  const strictest = () => (people.state().state === 'closed' ? work : people)
  return {
    person: { ...people, ...shared, stumble: (item) => both.forEach((one) => one.stumble(item)) },
    background: {
      ...shared,
      waitMs: () => strictest().waitMs(),
      enter: () => strictest().enter(),
      stumble: (item) => (strictest() === people ? both.forEach((one) => one.stumble(item)) : work.stumble(item)),
      state: () => strictest().state(),
    },
  }
}
