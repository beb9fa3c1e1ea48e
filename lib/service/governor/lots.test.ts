import { expect, it } from 'vitest'
import { emptyBook, lotLifeMs, type Book, type Report } from './book'
import { lotOf, stockOf, trade } from './lots'

const limit = 400
const now = 1_000_000

/** A report of a console that holds nothing. */
const reportOf = (consoleId: string, about: Partial<Report> = {}): Report => ({
  consoleId,
  ageMs: 0,
  tableLimit: limit,
  limit: null,
  people: 0,
  work: 0,
  inFlight: 0,
  spent: 0,
  spentForMs: 0,
  isInWindow: false,
  window: null,
  pauseMs: 0,
  hasPeople: false,
  wants: { people: 0, work: 0 },
  ...about,
})
/** A window that began at `now`, in which the service counted `counted`. */
const windowAt = (at: number, counted: number, askedAgoMs = 0): Report['window'] => ({
  earliestInMs: now + 59_000 - at,
  latestInMs: now + 61_000 - at,
  remaining: limit - counted,
  askedAgoMs,
})
/** A book in which consoles used so many permits of the window that began at `now`. */
const spentBook = (spent: number): Book =>
  trade(
    emptyBook(now),
    reportOf('other', { spent, spentForMs: 61_000, isInWindow: true, window: windowAt(now, spent) }),
    now,
  ).book

it('a trade leaves a tenth of a window to people until shortly before its end, and gives it to them at once', () => {
  const book = spentBook(0.9 * limit)
  const work = trade(book, reportOf('a', { wants: { people: 0, work: 50 } }), now + 5_000)
  expect(work.grant).toMatchObject({ people: 0, work: 0, free: 40 })
  expect(work.grant.retryMs.people).toBeLessThanOrEqual(1)
  expect(work.grant.retryMs.work).toBeGreaterThan(50_000)
  expect(trade(work.book, reportOf('a', { wants: { people: 1, work: 50 } }), now + 5_001).grant).toMatchObject({
    people: 1,
    work: 0,
  })
  const late = trade(book, reportOf('a', { wants: { people: 0, work: 50 } }), now + 58_700)
  expect(late.grant.work).toBe(lotOf(limit))
})

it('a trade gives background work no permits that people of another console wait for', () => {
  const all = spentBook(limit)
  const waiting = trade(all, reportOf('a', { wants: { people: 100, work: 0 } }), now + 59_900)
  expect(waiting.grant.people).toBe(0)
  // The window is over, and everything is free again.
  const { grant } = trade(waiting.book, reportOf('b', { wants: { people: 0, work: 500 } }), now + 61_200)
  expect(grant.work).toBe(lotOf(limit))
  const few = trade(spentBook(limit - 60), reportOf('a', { wants: { people: 100, work: 0 } }), now + 58_700)
  expect(few.grant.people).toBe(lotOf(limit))
  expect(trade(few.book, reportOf('b', { wants: { people: 0, work: 500 } }), now + 58_700).grant.work).toBe(0)
})

it('a console whose people are active keeps a permit ready for them', () => {
  const { grant } = trade(spentBook(0), reportOf('a', { hasPeople: true, wants: { people: 0, work: 5 } }), now)
  expect(grant.people).toBe(stockOf(limit))
})

it('the lot of a console that ended becomes free when a later response shows that it was not used', () => {
  const lot = lotOf(limit)
  const held = trade(spentBook(100), reportOf('ended', { wants: { people: 0, work: 500 } }), now + 1_000)
  expect(held.grant).toMatchObject({ work: lot, free: limit - 100 - lot })
  const at = now + 1_000 + lotLifeMs + 5_000
  // A request that was sent before all requests of the ended console had arrived proves nothing.
  const early = trade(held.book, reportOf('a', { window: windowAt(at, 100, 5_000) }), at)
  expect(early.grant.free).toBe(limit - 100 - lot)
  const half = trade(early.book, reportOf('a', { window: windowAt(at, 100 + lot / 2) }), at)
  expect(half.grant.free).toBe(limit - 100 - lot / 2)
  const none = trade(early.book, reportOf('a', { window: windowAt(at, 100) }), at)
  expect(none.grant.free).toBe(limit - 100)
})

it('the lot of a console that ended becomes free without headers when its last window is certainly over', () => {
  const held = trade(emptyBook(now), reportOf('ended', { wants: { people: 0, work: 500 } }), now)
  const freeAt = (at: number) => trade(held.book, reportOf('a'), now + at).grant.free
  expect(freeAt(lotLifeMs + 60_000)).toBe(limit - lotOf(limit))
  expect(freeAt(lotLifeMs + 63_000)).toBe(limit)
})
