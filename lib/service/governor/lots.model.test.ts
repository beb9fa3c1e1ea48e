import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Limits } from '@/lib/standin/limits'
import { runs, seed } from '@/lib/testing/random-runs'
import { countHeld, emptyBook, lotLifeMs, type Book, type Report } from './book'
import { Ledger } from './ledger'
import { lotOf, stockOf, trade } from './lots'
import { parseRateHeaders } from './rate-headers'

/** A console of the model: a ledger and permits. It does everything at the worst moment that the protocol allows. */
interface ModelConsole {
  id: string
  skewMs: number
  ledger: Ledger
  people: number
  work: number
  validUntil: number
  /** When its requests in flight were sent, by its clock, and the response that waits for each. */
  flights: Array<{ sentAt: number; rate: ReturnType<typeof parseRateHeaders> }>
  /** A trade that is on its way to the database. */
  underWay: { report: Report; writtenAt: number; wanted: TradeStep } | null
}

interface TradeStep {
  kind: 'trade'
  at: number
  people: number
  work: number
  sends: number
  isLost: boolean
  givesBack: boolean
  /** The trade is delivered only by a later step `deliver`. */
  isSlow: boolean
}
type Step =
  | { kind: 'wait'; ms: number }
  | TradeStep
  | { kind: 'send'; at: number; count: number }
  | { kind: 'answer'; at: number; count: number }
  | { kind: 'kill'; at: number }
  | { kind: 'deliver'; at: number }
  | { kind: 'set back'; ms: number }

const at = fc.nat(2)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.constantFrom(1, 90, 90, 700, 700, 4_000, 25_000) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('trade'),
      at,
      people: fc.nat(4),
      work: fc.nat(30),
      sends: fc.nat(12),
      isLost: fc.nat(9).map((one) => one === 0),
      givesBack: fc.nat(5).map((one) => one === 0),
      isSlow: fc.nat(4).map((one) => one === 0),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('send'),
      at,
      count: fc.integer({ min: 1, max: 12 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('answer'), at, count: fc.integer({ min: 1, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill'), at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('deliver'), at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('set back'), ms: fc.constantFrom(300, 3_600_000) }) },
) as fc.Arbitrary<Step>

class Model {
  now = 1_000_000
  databaseSkewMs = 0
  book: Book = emptyBook(this.now)
  readonly service: Limits
  readonly consoles: ModelConsole[]
  refused = 0
  sent = 0
  #started = 0

  constructor(
    readonly limit: number,
    readonly hasHeaders: boolean,
  ) {
    this.service = new Limits(() => this.now, limit)
    this.consoles = [0, -90_000, 5_000_000].map((skewMs) => this.#start(skewMs))
  }

  #start(skewMs: number): ModelConsole {
    this.#started += 1
    return {
      id: `console ${this.#started}`,
      skewMs,
      ledger: new Ledger(this.limit),
      people: 0,
      work: 0,
      validUntil: -Infinity,
      flights: [],
      underWay: null,
    }
  }

  run(next: Step): void {
    if (next.kind === 'wait') this.now += next.ms
    else if (next.kind === 'set back') this.databaseSkewMs -= next.ms
    else {
      const one = this.consoles[next.at]
      if (one === undefined) return
      if (next.kind === 'kill') this.consoles[next.at] = this.#start(one.skewMs)
      else if (next.kind === 'trade') this.#trade(one, next)
      else if (next.kind === 'send') this.#send(one, next.count)
      else if (next.kind === 'answer') this.#answer(one, next.count)
      else this.#deliver(one)
    }
  }

  #trade(one: ModelConsole, wanted: TradeStep): void {
    if (one.underWay !== null) return
    const { ledger } = one
    const now = this.now + one.skewMs
    if (wanted.givesBack || now >= one.validUntil) one.people = one.work = 0
    const window = ledger.window(now)
    const report: Report = {
      consoleId: one.id,
      ageMs: 0,
      tableLimit: this.limit,
      limit: null,
      people: one.people,
      work: one.work,
      inFlight: ledger.inFlight,
      spent: ledger.spent(now),
      spentForMs: ledger.resetMs(now),
      isInWindow: ledger.isInWindow(),
      window:
        window === null
          ? null
          : {
              earliestInMs: window.earliest - now,
              latestInMs: window.latest - now,
              remaining: window.remaining,
              askedAgoMs: now - window.askedAt,
            },
      pauseMs: 0,
      hasPeople: wanted.people % 2 === 1,
      wants: { people: wanted.people, work: wanted.work },
    }
    one.underWay = { report, writtenAt: now, wanted }
    if (!wanted.isSlow) this.#deliver(one)
  }

  #deliver(one: ModelConsole): void {
    if (one.underWay === null) return
    const { report, writtenAt, wanted } = one.underWay
    one.underWay = null
    const now = this.now + one.skewMs
    const ageMs = now - writtenAt
    if (ageMs > lotLifeMs) return
    const { book, grant } = trade(this.book, { ...report, ageMs }, this.now + this.databaseSkewMs)
    this.book = book
    if (grant.people + grant.work > 0) expect(countHeld(book.holdings, book.at)).toBeLessThanOrEqual(this.limit)
    const hand = report.people + report.work
    expect(grant.people + grant.work).toBeLessThanOrEqual(Math.max(0, lotOf(this.limit) - hand))
    expect(Math.min(grant.people, grant.work, grant.free, grant.outsiders)).toBeGreaterThanOrEqual(0)
    if (wanted.people === 0) expect(grant.people).toBeLessThanOrEqual(stockOf(this.limit))
    if (wanted.work === 0) expect(grant.work).toBe(0)
    // A trade whose response is lost: the next report shows that nothing arrived.
    if (wanted.isLost) return
    one.people += grant.people
    one.work += grant.work
    one.validUntil = writtenAt + lotLifeMs - 500
    const { ledger } = one
    const shown = grant.window
    ledger.share(
      {
        limit: grant.limit,
        outsiders: grant.outsiders,
        window:
          shown === null
            ? null
            : { earliest: writtenAt + shown.earliestInMs, latest: now + shown.latestInMs, remaining: shown.remaining },
      },
      now,
    )
    this.#send(one, wanted.sends)
  }

  #send(one: ModelConsole, count: number): void {
    const now = this.now + one.skewMs
    for (let index = 0; index < count; index += 1) {
      const lane = one.people > 0 ? 'people' : 'work'
      if (now >= one.validUntil || one[lane] === 0) return
      one[lane] -= 1
      one.ledger.inFlight += 1
      this.sent += 1
      const state = this.service.take('token', 'bucket', this.limit)
      if (!state.allowed) this.refused += 1
      const headers = {
        'x-ratelimit-limit': String(state.limit),
        'x-ratelimit-remaining': String(state.remaining),
        'x-ratelimit-reset': String(state.resetSeconds),
      }
      one.flights.push({ sentAt: now, rate: parseRateHeaders(this.hasHeaders ? headers : {}, now) })
    }
  }

  #answer(one: ModelConsole, count: number): void {
    const now = this.now + one.skewMs
    for (const { sentAt, rate } of one.flights.splice(0, count)) one.ledger.settle(sentAt, now, rate, false)
  }
}

describe(`permits that consoles trade (seed ${seed})`, () => {
  it.each([true, false])(
    'never exceed the limit in any window, whatever the clocks and the order of trades, losses and kills (headers: %s)',
    { tags: ['R29'] },
    (hasHeaders) => {
      let sent = 0
      fc.assert(
        fc.property(
          fc.constantFrom(1, 5, 20, 100, 400),
          fc.array(step, { minLength: 100, maxLength: 300 }),
          (limit, steps) => {
            const model = new Model(limit, hasHeaders)
            for (const next of steps) {
              model.run(next)
              expect(model.refused).toBe(0)
            }
            sent += model.sent
          },
        ),
        { numRuns: runs(2_000, 40), seed, endOnFailure: true },
      )
      // A model that sends too little would prove nothing.
      expect(sent).toBeGreaterThan(runs(2_000, 40) * 10)
    },
  )
})
