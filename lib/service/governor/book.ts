import { arrivalMsMax, marginMs, windowMs } from './ledger'

/**
 * How several consoles share one limit. A book lists the permits that each console holds, has open or has spent.
 * Consoles trade with it: they report, give permits back and receive new ones. The permits of all consoles together
 * never exceed the limit, so no window of the service counts more. The consoles' clocks may differ, because a book has
 * only times of the database, and reports have only durations.
 */
export interface Book {
  /** When it last changed. */
  at: number
  /** Null until headers showed a limit other than the table's. */
  limit: number | null
  window: BookWindow | null
  /** Headers showed a window in the last minutes, so the next one is expected to be shown too. */
  expectsWindowUntil: number
  pausedUntil: number
  /** By id of the console. */
  holdings: Holdings
}
type Holdings = Readonly<Record<string, Holding>>

/** The service's window as all headers together show it. */
interface BookWindow {
  earliest: number
  latest: number
  /** The lowest number of remaining requests in any response. */
  remaining: number
  /** The least number of requests in the window that no console sent. */
  outsiders: number
}

/** The permits of one console. */
export interface Holding {
  /** Unused permits, and requests without a response, which the service may or may not have counted. */
  open: number
  /** The unused permits in `open` that are for people. */
  people: number
  /** Requests that the service counted in windows that may last until `spentUntil`. */
  spent: number
  spentUntil: number
  /** All spent requests were counted in the book's window, so their permits are free when it ends. */
  isInWindow: boolean
  /** The console sends nothing after this time unless it trades again. */
  expiresAt: number
  peopleWaiting: number
}

/** What a console reports about one limit. */
export interface Report {
  consoleId: string
  /** How long ago the report was written, at most. Its durations count from then. */
  ageMs: number
  tableLimit: number
  /** A new limit from headers; null when there is none. */
  limit: number | null
  /** Unused permits that it keeps: for people, and for background work. */
  people: number
  work: number
  inFlight: number
  spent: number
  spentForMs: number
  /** Whether `window` counted all spent requests. */
  isInWindow: boolean
  /** The service's window. `askedAgoMs`: time since the newest request that has a response was sent. */
  window: { earliestInMs: number; latestInMs: number; remaining: number; askedAgoMs: number } | null
  /** For how much longer the service refuses this console. */
  pauseMs: number
  /** Whether people used this limit lately. */
  hasPeople: boolean
  /** Requests that wait. */
  wants: Record<'people' | 'work', number>
}

/** Permits of a console are valid for this long after its trade. */
export const lotLifeMs = 5_000
const windowExpectedMs = 3 * windowMs

/** A book without any console. */
export const emptyBook = (at: number): Book => ({
  at,
  limit: null,
  window: null,
  expectsWindowUntil: 0,
  pausedUntil: 0,
  holdings: {},
})

/** The sum of these numbers. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
/** Whether the service may still count the spent requests of a console. */
export const isSpent = ({ spent, spentUntil }: Holding, now: number): boolean => spent > 0 && now < spentUntil
/** When, without headers, it is certain that no window counts requests of a console that ended. */
export const openUntil = ({ expiresAt }: Holding): number => expiresAt + arrivalMsMax + windowMs + marginMs

/**
 * Moves all times with a database clock that was set back, so that nothing waits for the old time. It is not known how
 * much time passed, so the window becomes unknown.
 */
export function shift(book: Book, byMs: number): Book {
  if (byMs >= 0) return book
  return {
    ...book,
    at: book.at + byMs,
    window: null,
    expectsWindowUntil: book.expectsWindowUntil + byMs,
    pausedUntil: book.pausedUntil + byMs,
    holdings: mapHoldings(book.holdings, (one) => ({
      ...one,
      spentUntil: one.spentUntil + byMs,
      isInWindow: false,
      expiresAt: one.expiresAt + byMs,
    })),
  }
}

function mapHoldings(holdings: Holdings, change: (one: Holding) => Holding | null): Holdings {
  return Object.fromEntries(
    Object.entries(holdings).flatMap(([id, one]) => {
      const changed = change(one)
      return changed === null ? [] : [[id, changed] as const]
    }),
  )
}

/** Frees what time alone makes free: spent permits after their window, and permits of consoles that ended. */
export function expire(book: Book, now: number): Book {
  const window = book.window !== null && now < book.window.latest ? book.window : null
  return {
    ...book,
    at: now,
    window,
    holdings: mapHoldings(book.holdings, (one) => {
      const open = now < openUntil(one) ? one.open : 0
      const spent = isSpent(one, now) && !(one.isInWindow && window === null) ? one.spent : 0
      return open + spent === 0 && now >= one.expiresAt ? null : { ...one, open, spent }
    }),
  }
}

function observe(known: BookWindow | null, { window: seen, ageMs }: Report, now: number): BookWindow | null {
  if (seen === null) return known
  const earliest = now - ageMs + seen.earliestInMs
  const latest = now + seen.latestInMs
  const { remaining } = seen
  if (latest <= now || (known !== null && latest < known.earliest)) return known
  if (known === null) return { earliest, latest, remaining, outsiders: 0 }
  if (earliest > known.latest) return now < known.earliest ? known : { earliest, latest, remaining, outsiders: 0 }
  const end = Math.min(known.latest, latest)
  return {
    ...known,
    earliest: Math.min(end, Math.max(known.earliest, earliest)),
    latest: end,
    remaining: Math.min(known.remaining, remaining),
  }
}

/** Whether a console reports the window that the book has. */
function isWithin(known: BookWindow | null, { window: seen, ageMs }: Report, now: number): boolean {
  if (known === null || seen === null) return false
  return now - ageMs + seen.earliestInMs <= known.latest && now + seen.latestInMs >= known.earliest
}

/**
 * All requests of a console that ended have arrived when a later request is sent. The response to that request shows
 * how many requests in the window no console reported as spent. The ended console sent at most that many, so its other
 * permits were never used.
 */
function releaseEnded(book: Book, limit: number, askedAt: number): Holdings {
  const { window, holdings } = book
  if (window === null) return holdings
  const known = sum(Object.values(holdings).map((one) => (one.isInWindow ? one.spent : 0)))
  const unknown = Math.max(0, limit - window.remaining - known)
  return mapHoldings(holdings, (one) =>
    one.expiresAt + arrivalMsMax <= askedAt ? { ...one, open: Math.min(one.open, unknown) } : one,
  )
}

/** Enters the report of a console in the book. */
export function enter(before: Book, report: Report, now: number): Book {
  const { consoleId, tableLimit } = report
  const window = observe(before.window, report, now)
  // A new window shows that the previous one is over, before its latest possible end.
  const isNew = before.window !== null && window !== null && window.earliest > before.window.latest
  const others = isNew
    ? mapHoldings(before.holdings, (one) => (one.isInWindow ? { ...one, spent: 0, isInWindow: false } : one))
    : before.holdings
  const own: Holding = {
    open: report.people + report.work + report.inFlight,
    people: report.people,
    spent: report.spent,
    spentUntil: now + report.spentForMs + marginMs,
    isInWindow: report.isInWindow && isWithin(window, report, now),
    expiresAt: now + lotLifeMs,
    peopleWaiting: report.wants.people,
  }
  const limit = report.limit ?? before.limit
  const book: Book = {
    at: now,
    limit,
    window,
    expectsWindowUntil: report.window === null ? before.expectsWindowUntil : now + windowExpectedMs,
    pausedUntil: Math.max(before.pausedUntil, now + report.pauseMs),
    holdings: { ...others, [consoleId]: own },
  }
  if (window === null || report.window === null || !isWithin(window, report, now)) return book
  const allowed = limit ?? tableLimit
  const holdings = releaseEnded(book, allowed, now - report.ageMs - report.window.askedAgoMs)
  const outsiders = Math.max(window.outsiders, allowed - window.remaining - countHeld(holdings, now))
  return { ...book, holdings, window: { ...window, outsiders } }
}

/** Permits that consoles hold, have open or have spent. */
export function countHeld(holdings: Holdings, now: number): number {
  return sum(Object.values(holdings).map((one) => one.open + (isSpent(one, now) ? one.spent : 0)))
}
