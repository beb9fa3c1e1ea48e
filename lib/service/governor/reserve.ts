/**
 * Reserved for people while background work runs. If the end of the window is known, the unused rest is released just
 * before it, so the reserve costs nothing. Otherwise each reserved place is lost, so the reserve is small.
 */
const reserveShare = 0.1
const reserveShareBlind = 0.03
const handOutMs = 2_500
const handOutEndMs = 200

/** Places that are reserved when the end of the window is not known. */
export const blindReserve = (limit: number): number => Math.floor(limit * reserveShareBlind)

interface Melt {
  reserve: number
  /** The earliest possible end of the window. */
  endsAt: number
  /** How long before the end the reserve begins to decrease. */
  overMs: number
}

/** What is left at `now` of a reserve that decreases evenly over the last seconds of a window. */
export function meltedReserve({ reserve, endsAt, overMs }: Melt, now: number): number {
  return Math.ceil(reserve * Math.min(1, Math.max(0, endsAt - handOutEndMs - now) / overMs))
}

/** 0: more places are `free` than are reserved at `now`. Otherwise the time at which to check again. */
export function meltUntil({ reserve, endsAt, overMs }: Melt, free: number, now: number): number {
  if (free > meltedReserve({ reserve, endsAt, overMs }, now)) return 0
  return Math.max(now + 1, Math.ceil(endsAt - handOutEndMs - (overMs * (free - 1)) / reserve))
}

/** The reserve for people in a window that ends at `endsAt`. */
export const peopleReserve = (limit: number, endsAt: number): Melt => ({
  reserve: Math.ceil(limit * reserveShare),
  endsAt,
  overMs: handOutMs,
})
