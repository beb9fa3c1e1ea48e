import { once } from 'node:events'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, seed } from '@/lib/testing/random-runs'
import { Flights } from './flights'
import { FairQueue } from './queue'

interface Job {
  end: () => void
  done: Promise<unknown>
  leave: () => void
}

/** A queue whose work ends on demand, with the names of work in the order in which it began. */
function openQueue(capacity: number) {
  const queue = new FairQueue({ capacity })
  const began: string[] = []
  const add = (name: string, owner: string, weight = 1): Job => {
    const stop = new AbortController()
    const ending = new AbortController()
    const ended = once(ending.signal, 'abort')
    const end = () => ending.abort()
    const done = queue.run({ owner, weight, signal: stop.signal }, () => {
      began.push(name)
      return ended
    })
    done.catch(() => undefined)
    return { end, done, leave: () => stop.abort(new DOMException('left', 'AbortError')) }
  }
  return { queue, began, add }
}

const failing = () => Promise.reject(new Error('boom'))
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('the queue of thumbnails', () => {
  it('lets people take turns, so that one photo does not wait for two hundred of another person', async () => {
    const { began, add } = openQueue(1)
    const jobs = [add('a1', 'ann'), add('a2', 'ann'), add('a3', 'ann'), add('a4', 'ann'), add('b1', 'ben')]
    for (const job of [0, 1, 4, 2, 3]) {
      jobs[job]?.end()
      await jobs[job]?.done
      await turn()
    }
    expect(began).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
  })

  it('removes a waiting caller that leaves, while running work continues', async () => {
    const { queue, began, add } = openQueue(1)
    const [first, second, third] = [add('1', 'ann'), add('2', 'ann'), add('3', 'ann')]
    second.leave()
    first.leave()
    await expect(second.done).rejects.toThrow('left')
    expect(queue.length).toBe(1)
    first.end()
    await first.done
    third.end()
    await third.done
    expect(began).toEqual(['1', '3'])
    await expect(
      queue.run({ owner: 'x', weight: 1, signal: AbortSignal.abort(new Error('gone')) }, () => Promise.resolve()),
    ).rejects.toThrow('gone')
  })

  it('continues after failed work', async () => {
    const { queue, add, began } = openQueue(1)
    const signal = new AbortController().signal
    const failed = queue.run({ owner: 'x', weight: 1, signal }, failing)
    const next = add('next', 'y')
    await expect(failed).rejects.toThrow('boom')
    next.end()
    await next.done
    expect(began).toEqual(['next'])
  })

  it('never exceeds its capacity, runs heavier work alone, and finishes all work in random sequences', async () => {
    const job = fc.record({
      owner: fc.constantFrom('ann', 'ben', 'cai'),
      weight: fc.integer({ min: 1, max: 14 }),
      leaves: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 25 }), async (jobs) => {
        const queue = new FairQueue({ capacity: 10 })
        let running = 0
        const results = await Promise.allSettled(
          jobs.map(({ owner, weight, leaves }, at) => {
            const stop = new AbortController()
            const work = queue.run({ owner, weight, signal: stop.signal }, async () => {
              running += Math.min(weight, 10)
              expect(running).toBeLessThanOrEqual(10)
              await turn()
              running -= Math.min(weight, 10)
              return at
            })
            if (leaves) stop.abort(new Error('left'))
            return work
          }),
        )
        expect([queue.length, running]).toEqual([0, 0])
        for (const [at, result] of results.entries())
          if (result.status === 'fulfilled') expect(result.value).toBe(at)
          else expect(jobs[at]?.leaves).toBe(true)
      }),
      { seed, numRuns: runs(200) },
    )
  })
})

describe('shared work', () => {
  it('runs once for concurrent callers, and again for later callers', async () => {
    const flights = new Flights<number>()
    let calls = 0
    const start = async () => {
      calls += 1
      await turn()
      return calls
    }
    const { signal } = new AbortController()
    expect(await Promise.all([1, 2, 3].map(() => flights.join('k', signal, start)))).toEqual([1, 1, 1])
    expect(flights.has('k')).toBe(false)
    expect(await flights.join('k', signal, start)).toBe(2)
  })

  it('only stops when the last caller has left, and starts again at the next call', async () => {
    const flights = new Flights<string>()
    const told: AbortSignal[] = []
    const start = (signal: AbortSignal) => {
      told.push(signal)
      return new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()]
    const first = flights.join('k', one.signal, start)
    const second = flights.join('k', two.signal, start)
    one.abort(new Error('one left'))
    await expect(first).rejects.toThrow('one left')
    expect(told.map(({ aborted }) => aborted)).toEqual([false])
    two.abort(new Error('two left'))
    await expect(second).rejects.toThrow('two left')
    expect(told.map(({ aborted }) => aborted)).toEqual([true])
    const third = flights.join('k', three.signal, () => Promise.resolve('new'))
    expect(await third).toBe('new')
  })

  it('reports a failure to all callers', async () => {
    const flights = new Flights<string>()
    const { signal } = new AbortController()
    const all = await Promise.allSettled([flights.join('k', signal, failing), flights.join('k', signal, failing)])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})
