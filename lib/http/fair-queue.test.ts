import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { FairQueue, floodMs, floodShare, patienceMs, presentMs, type LaneLimits, type Turn } from './fair-queue'

/** A clock with its timers. */
function createWorld() {
  let now = 0
  let planned: Array<{ at: number; run: () => void }> = []
  const queue = new FairQueue({
    clock: { now: () => now },
    after: (ms, run) => planned.push({ at: now + ms, run }),
  })
  const advance = (ms: number) => {
    const until = now + ms
    for (;;) {
      const next = planned.toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined || next.at > until) break
      planned = planned.filter((one) => one !== next)
      now = Math.max(now, next.at)
      next.run()
    }
    now = until
  }
  return { queue, advance, now: () => now }
}

const limits: LaneLimits = { inWork: 1, inWorkAlone: 4, pace: { burst: 10, perSecond: 10 }, waitingMax: 20 }

/** Sends and ends requests of several people, and records which requests were started. */
function createPeople(world: ReturnType<typeof createWorld>, given = limits) {
  const begun: string[] = []
  const turns = new Map<string, Turn>()
  const ask = (owner: string, name: string) => {
    const turn = { begin: () => begun.push(`${owner} ${name}`) }
    turns.set(`${owner} ${name}`, turn)
    return world.queue.enter(owner, 'api', given, turn)
  }
  const end = (label: string) => {
    const turn = turns.get(label)
    if (turn !== undefined) world.queue.end(turn)
  }
  return { begun, ask, end }
}

const countOf = (begun: readonly string[], owner: string) => begun.filter((label) => label.startsWith(owner)).length

describe('the queue of requests', { tags: ['S30'] }, () => {
  it('starts a page of 20 requests at once, up to the limit, while nobody else is active', () => {
    const world = createWorld()
    const { begun, ask, end } = createPeople(world)
    for (let at = 0; at < 20; at += 1) expect(ask('ada', String(at))).toBe(0)
    expect(begun).toHaveLength(limits.inWorkAlone)
    for (let at = 0; at < 20; at += 1) {
      end(`ada ${at}`)
      world.advance(0)
    }
    expect([begun.length, world.now(), world.queue.size]).toEqual([20, 0, 0])
  })

  it('serves one person at once while a burst of another person waits', () => {
    const world = createWorld()
    const { begun, ask, end } = createPeople(world)
    ask('bob', 'before')
    end('bob before')
    for (let at = 0; at < 15; at += 1) ask('ada', String(at))
    expect(countOf(begun, 'ada')).toBe(1)
    ask('bob', 'list')
    expect(begun.at(-1)).toBe('bob list')
  })

  it('limits a burst while others are active, and stops limiting it when they are no longer active', () => {
    const world = createWorld()
    const wide = { ...limits, waitingMax: 1_000 }
    const { begun, ask, end } = createPeople(world, wide)
    ask('bob', 'list')
    end('bob list')
    for (let at = 0; at < 200; at += 1) ask('ada', String(at))
    const work = (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10) {
        for (const label of begun) end(label)
        world.advance(10)
      }
    }
    work(1_000)
    expect(countOf(begun, 'ada')).toBeGreaterThan(limits.pace.burst)
    expect(countOf(begun, 'ada')).toBeLessThanOrEqual(limits.pace.burst + limits.pace.perSecond)
    work(presentMs)
    expect(countOf(begun, 'ada')).toBe(200)
  })

  it('refuses requests beyond its length, with the expected waiting time', () => {
    const world = createWorld()
    const { begun, ask } = createPeople(world)
    const answers = Array.from({ length: 30 }, (_, at) => ask('ada', String(at)))
    expect(answers.filter((seconds) => seconds > 0)).toEqual(Array.from({ length: 6 }, () => 2))
    expect(begun).toHaveLength(limits.inWorkAlone)
    expect(ask('bob', 'list')).toBe(0)
    expect(begun.at(-1)).toBe('bob list')
  })

  it('slows down a person who was refused while others were active, until they keep within the length of the queue', () => {
    const world = createWorld()
    const pace = { burst: 10, perSecond: 16 }
    const { begun, ask, end } = createPeople(world, { ...limits, pace })
    const second = (perSecond: number) => {
      const before = countOf(begun, 'ada')
      const answers = Array.from({ length: 100 }, (_, at) => {
        if (at % 25 === 0) ask('bob', `${world.now()}`)
        const seconds = at < perSecond ? ask('ada', `${world.now()} ${at}`) : 0
        for (const label of begun) end(label)
        world.advance(10)
        return seconds
      })
      return { begun: countOf(begun, 'ada') - before, refused: answers.filter((seconds) => seconds > 0) }
    }
    const first = second(100)
    expect(first.begun).toBeLessThanOrEqual(pace.burst + pace.perSecond)
    // Ten seconds without a refusal, and two until the waiting requests have been started.
    expect(new Set(first.refused)).toEqual(new Set([floodMs / 1_000 + 2]))
    const flood = Array.from({ length: 20 }, () => second(100))
    for (const { begun: went } of flood) expect(went).toBeLessThanOrEqual(3)
    expect(world.queue.size).toBeLessThanOrEqual(limits.waitingMax)
    for (let passed = 0; passed < floodMs; passed += 1_000) second(0)
    const later = [second(pace.perSecond), second(pace.perSecond)]
    for (const { begun: went, refused } of later) {
      expect(went).toBeGreaterThanOrEqual(pace.perSecond - 2)
      expect(refused).toEqual([])
    }
  })

  it('stops counting requests that take longer than its patience, so that they block no other requests', () => {
    const world = createWorld()
    const { begun, ask } = createPeople(world)
    ask('bob', 'list')
    for (let at = 0; at < 3; at += 1) ask('ada', String(at))
    expect(countOf(begun, 'ada')).toBe(1)
    world.advance(patienceMs)
    expect(countOf(begun, 'ada')).toBe(2)
    world.advance(patienceMs)
    expect(countOf(begun, 'ada')).toBe(3)
  })

  it('loses no request, starts none twice or after its end, and keeps its order and limits in any situation', () => {
    const owner = fc.constantFrom('ada', 'bob', 'cy')
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ do: fc.constant('ask' as const), owner }) },
      { weight: 4, arbitrary: fc.record({ do: fc.constant('end' as const), at: fc.nat(200) }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.nat(400) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200, size: 'max' }), (steps) => {
        const world = createWorld()
        const { begun, ask, end } = createPeople(world)
        const accepted: string[] = []
        const ended = new Set<string>()
        const endedUnbegun = new Set<string>()
        let number = 0
        for (const one of steps) {
          if (one.do === 'ask') {
            number += 1
            const waiting = accepted.filter((label) => label.startsWith(one.owner) && !begun.includes(label))
            const left = waiting.filter((label) => !ended.has(label)).length
            const seconds = ask(one.owner, String(number))
            if (left >= limits.waitingMax) expect(seconds).toBeGreaterThan(0)
            if (left < limits.waitingMax * floodShare) expect(seconds).toBe(0)
            if (seconds === 0) accepted.push(`${one.owner} ${number}`)
          } else if (one.do === 'end') {
            const label = accepted[one.at % Math.max(1, accepted.length)]
            if (label === undefined) continue
            if (!ended.has(label) && !begun.includes(label)) endedUnbegun.add(label)
            ended.add(label)
            end(label)
          } else world.advance(one.ms)
        }
        // No request ends from here on, but all waiting requests are started.
        world.advance(60_000)
        const expected = accepted.filter((label) => !endedUnbegun.has(label))
        for (const name of ['ada', 'bob', 'cy'])
          expect(begun.filter((label) => label.startsWith(name))).toEqual(
            expected.filter((label) => label.startsWith(name)),
          )
        for (const label of accepted) end(label)
        world.advance(60_000)
        expect(world.queue.size).toBe(0)
      }),
      { numRuns: runs(300) },
    )
  })

  it('serves a person who keeps to the pace at once, and slows down a person who does not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 40 }), (workMs, flood) => {
        const world = createWorld()
        const { begun, ask, end } = createPeople(world)
        for (let round = 0; round < 40; round += 1) {
          ask('bob', String(round))
          expect(begun.at(-1)).toBe(`bob ${round}`)
          for (let at = 0; at < flood; at += 1) ask('ada', `${round} ${at}`)
          world.advance(workMs)
          for (const label of begun) end(label)
          world.advance(100)
        }
        const { burst, perSecond } = limits.pace
        expect(countOf(begun, 'ada')).toBeLessThanOrEqual(burst + Math.ceil((world.now() / 1_000) * perSecond))
      }),
      { numRuns: runs(50) },
    )
  })
})
