import { describe, expect, it } from 'vitest'
import { FairQueue, type LaneLimits, type Turn } from './fair-queue'
import { lanes } from './request-queue'

/** What a process with one thread does, in simulated time. */
class Thread {
  now = 0
  readonly #planned: Array<{ at: number; run: () => void }> = []
  readonly #work: Array<{ ms: number; done: () => void }> = []
  #isBusy = false

  after(ms: number, run: () => void): void {
    this.#planned.push({ at: this.now + ms, run })
  }

  /** Makes the thread compute for `ms`, after all work that was requested before. */
  compute(ms: number, done: () => void): void {
    this.#work.push({ ms, done })
    this.#goOn()
  }

  #goOn(): void {
    if (this.#isBusy) return
    const next = this.#work.shift()
    if (next === undefined) return
    this.#isBusy = true
    this.after(next.ms, () => {
      this.#isBusy = false
      next.done()
      this.#goOn()
    })
  }

  /** Runs until no work is left. */
  run(): void {
    for (;;) {
      let first = 0
      for (const [at, one] of this.#planned.entries()) if (one.at < (this.#planned[first]?.at ?? 0)) first = at
      const [next] = this.#planned.splice(first, 1)
      if (next === undefined) return
      this.now = Math.max(this.now, next.at)
      next.run()
    }
  }
}

/** Returns the same numbers in each run. */
function createRandom(): () => number {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

/**
 * A request for a page of the list. It takes 15 ms in the median and 30 ms at p95, as measured alone on a quiet
 * machine. Nearly all of it is time of the thread, in slices between queries. A refusal is assumed to take 1 ms.
 */
const slices = 3
const threadShare = 0.9
const refusalMs = 1
const drawMs = (random: () => number) => 15 * Math.exp(0.78 * (random() + random() + random() + random() - 2))
const forMs = 15_000

/** Response times of a person who sends 10 requests a second, while another person sends `noisyPerSecond`. */
function simulate(noisyPerSecond: number, limits: LaneLimits = lanes.api): number[] {
  const thread = new Thread()
  const queue = new FairQueue({ clock: { now: () => thread.now }, after: (ms, run) => thread.after(ms, run) })
  const taken: number[] = []
  const ask = (owner: string, random: () => number) => {
    const askedAt = thread.now
    const partMs = drawMs(random) / slices
    const turn: Turn = {
      begin: () => {
        const step = (left: number) => {
          if (left > 0)
            thread.compute(partMs * threadShare, () => thread.after(partMs * (1 - threadShare), () => step(left - 1)))
          else {
            queue.end(turn)
            if (owner === 'steady') taken.push(thread.now - askedAt)
          }
        }
        step(slices)
      },
    }
    if (queue.enter(owner, 'api', limits, turn) > 0) thread.compute(refusalMs, () => undefined)
  }
  const keepAsking = (owner: string, perSecond: number) => {
    const random = createRandom()
    for (let at = 0; at < (forMs / 1_000) * perSecond; at += 1)
      thread.after((at * 1_000) / perSecond + 30 * random(), () => ask(owner, random))
  }
  keepAsking('steady', 10)
  if (noisyPerSecond > 0) keepAsking('noisy', noisyPerSecond)
  thread.run()
  return taken.toSorted((a, b) => a - b)
}

const p95 = (sorted: readonly number[]) => sorted[Math.floor(sorted.length * 0.95)] ?? 0

/**
 * Time is simulated, so that the figures show the effect of the queue alone. `npm run bench -- neighbor` measures a
 * real machine.
 */
describe('beside a person who sends 100 requests a second', { tags: ['S30'] }, () => {
  it('the p95 of another person is at most 1.5 times as long as alone, and would be far longer without the queue', () => {
    const alone = simulate(0)
    const beside = simulate(100)
    expect(beside).toHaveLength(alone.length)
    expect(p95(beside) / p95(alone)).toBeLessThanOrEqual(1.5)
    const wide = { inWork: 1_000, inWorkAlone: 1_000, pace: { burst: 300, perSecond: 30 }, waitingMax: 1 }
    expect(p95(simulate(100, wide)) / p95(alone)).toBeGreaterThan(5)
  })
})
