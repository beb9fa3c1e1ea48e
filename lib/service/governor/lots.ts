import { countHeld, enter, expire, isSpent, openUntil, shift, sum, type Book, type Holding, type Report } from './book'
import { windowMs } from './ledger'
import { blindReserve, meltedReserve, meltUntil, peopleReserve } from './reserve'

/** What a console receives for its report. */
export interface Grant {
  people: number
  work: number
  limit: number
  pauseMs: number
  /** Permits that nobody holds after this trade. */
  free: number
  /** For how long `free` can be valid at most. */
  freeForMs: number
  /** For how long certainly nobody receives a permit; 0 when that is not certain. */
  shutMs: number
  /** When to trade again for requests that still wait. */
  retryMs: Record<'people' | 'work', number>
  /** The service's window, as the headers of all consoles show it. */
  window: { earliestInMs: number; latestInMs: number; remaining: number } | null
  /** Requests of this window that no console sent. */
  outsiders: number
  /** Number of consoles that traded recently, including this one. */
  consoles: number
}

/** The most unused permits that a console holds, and so the most that are lost when it dies. */
export const lotOf = (limit: number): number => Math.max(1, Math.ceil(limit / 20))
/** Permits that a console keeps ready for people, so that they need not wait for a trade beside background work. */
export const stockOf = (limit: number): number => Math.floor(limit / 400)
/** The share that is left to people until the window is over, because its end is not known to the second. */
const lastShare = 0.01
/** While the reserve decreases, waiting background work trades again at most this often. */
const meltMs = 250
const pollMs = { people: 250, work: 1_000 } as const

/** One trade: the book after it, and what the console receives. `now` is the database's. */
export function trade(before: Book, report: Report, now: number): { book: Book; grant: Grant } {
  const { consoleId } = report
  const book = enter(expire(shift(before, now - before.at), now), report, now)
  const grant = decide(book, report, now)
  const held = book.holdings[consoleId]
  if (held === undefined) throw new Error('a report is entered for its console')
  const after: Holding = {
    ...held,
    open: held.open + grant.people + grant.work,
    people: held.people + grant.people,
    peopleWaiting: Math.max(0, held.peopleWaiting - grant.people),
  }
  return { book: { ...book, holdings: { ...book.holdings, [consoleId]: after } }, grant }
}

function decide(book: Book, report: Report, now: number): Grant {
  const { consoleId, tableLimit, people, work, wants } = report
  const { window, holdings, pausedUntil } = book
  const limit = book.limit ?? tableLimit
  const all = Object.entries(holdings)
  const others = all.filter(([id]) => id !== consoleId).map(([, one]) => one)
  const consoles = Math.max(1, all.filter(([, one]) => now < one.expiresAt).length)
  const isPaused = now < pausedUntil
  const free = isPaused ? 0 : Math.max(0, limit - countHeld(holdings, now) - (window?.outsiders ?? 0))
  // Unused permits that consoles already hold for people are part of the reserve for people.
  const inHands = sum(all.map(([, one]) => (now < one.expiresAt ? one.people : 0)))
  const endsAt = window?.earliest ?? (now < book.expectsWindowUntil ? now + windowMs : null)
  const melt = endsAt === null ? null : peopleReserve(limit, endsAt)
  const last = Math.floor(limit * lastShare)
  const planned = melt === null ? blindReserve(limit) : Math.max(last, meltedReserve(melt, now))
  const waitElsewhere = sum(others.map((one) => (now < one.expiresAt ? one.peopleWaiting : 0)))
  const reserve = Math.max(0, planned - inHands, waitElsewhere)

  const room = Math.max(0, lotOf(limit) - people - work)
  // While many permits are free, a console also gets some for future requests, so that most requests need no trade.
  const spare = Math.floor(Math.max(0, free - reserve - wants.people - wants.work) / (4 * consoles))
  const asked = wants.people === 0 ? 0 : wants.people + Math.min(spare, Math.floor(room / 2))
  const stock = report.hasPeople ? Math.max(0, stockOf(limit) - people) : 0
  const forPeople = Math.min(room, free, Math.max(asked, wants.people + stock))
  const left = free - forPeople
  const forWork = wants.work === 0 ? 0 : Math.min(room - forPeople, Math.max(0, left - reserve), wants.work + spare)

  const returns = all.map(([, one]) =>
    Math.min(
      isSpent(one, now) ? one.spentUntil : Infinity,
      one.open > 0 && now >= one.expiresAt ? openUntil(one) : Infinity,
    ),
  )
  const nextAt = isPaused ? pausedUntil : Math.min(...returns, window?.latest ?? Infinity)
  const nextMs = nextAt === Infinity ? pollMs.work : Math.max(1, nextAt - now)
  // Before `nextAt`, only permits of other consoles can become free. Those that they hold for people stay for people.
  const mayReturn = {
    people: !isPaused && others.some((one) => one.open > 0),
    work: !isPaused && others.some((one) => one.open > one.people),
  }
  const soon = (lane: 'people' | 'work', granted: number, isLeft: boolean) => {
    // Permits are left, so the next trade can be at once. A console that wanted some and got none already has its lot.
    if (isLeft && (wants[lane] === 0 || granted > 0)) return 1
    return isLeft || mayReturn[lane] ? Math.min(nextMs, pollMs[lane]) : nextMs
  }
  const rest = free - forPeople - forWork
  const meltAt = melt === null || rest + inHands <= last ? 0 : meltUntil(melt, rest + inHands, now)
  return {
    people: forPeople,
    work: forWork,
    limit,
    pauseMs: Math.max(0, pausedUntil - now),
    free: rest,
    freeForMs: nextMs,
    shutMs: rest === 0 && !mayReturn.people && nextAt !== Infinity ? nextMs : 0,
    retryMs: {
      people: soon('people', forPeople, rest > 0),
      work: Math.min(
        soon('work', forWork, rest > reserve),
        meltAt > now && waitElsewhere <= planned - inHands ? Math.max(meltMs, meltAt - now) : Infinity,
      ),
    },
    window:
      window === null
        ? null
        : { earliestInMs: window.earliest - now, latestInMs: window.latest - now, remaining: window.remaining },
    outsiders: window?.outsiders ?? 0,
    consoles,
  }
}
