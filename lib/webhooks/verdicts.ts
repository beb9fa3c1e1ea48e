import 'server-only'
import type { Clock } from '@/lib/clock'
import type { ReceiverVerdict, Refusal } from './schema'

/**
 * The verdicts of this process since it started. They are in memory, because a flood of forged requests must not cost a
 * write each.
 */
export interface Verdicts {
  count(verdict: ReceiverVerdict): void
  /** Counts a refused request, with its time and address. */
  refuse(verdict: ReceiverVerdict, address: string): void
  read(): { since: string; counts: Record<ReceiverVerdict, number>; refusals: Refusal[] }
}

const refusalsMax = 20

export function createVerdicts(clock: Clock): Verdicts {
  const since = new Date(clock.now()).toISOString()
  const counts: Record<ReceiverVerdict, number> = {
    accepted: 0,
    repeated: 0,
    unreadable: 0,
    'bad-signature': 0,
    'no-signature': 0,
    'not-configured': 0,
    throttled: 0,
    'too-large': 0,
  }
  let refusals: Refusal[] = []
  return {
    count: (verdict) => {
      counts[verdict] += 1
    },
    refuse: (verdict, address) => {
      counts[verdict] += 1
      // One line for each address and reason, so that a flood from one address does not push out the others.
      const others = refusals.filter((one) => one.verdict !== verdict || one.address !== address)
      refusals = [{ verdict, address, at: new Date(clock.now()).toISOString() }, ...others].slice(0, refusalsMax)
    },
    read: () => ({ since, counts: { ...counts }, refusals }),
  }
}
