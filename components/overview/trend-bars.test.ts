import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextVisit } from './last-visit'
import { scaleTo } from './trend-bars'

describe('the axis of the trend', () => {
  it('begins at 0, ends at or above the largest number, and has few even steps of whole numbers', () => {
    expect(scaleTo(37)).toEqual({ top: 40, ticks: [0, 10, 20, 30, 40] })
    expect(scaleTo(0)).toEqual({ top: 1, ticks: [0, 1] })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (largest) => {
        const { top, ticks } = scaleTo(largest)
        expect(top).toBeGreaterThanOrEqual(largest)
        expect(ticks[0]).toBe(0)
        expect(ticks.at(-1)).toBe(top)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
      }),
    )
  })
})

describe('the last visit', () => {
  it('is the visit before the current one, however often the page is opened in the current one', () => {
    const minute = 60_000
    const first = nextVisit(null, 0)
    expect(first.before).toBeNull()
    const again = nextVisit(first, 10 * minute)
    expect(again.before).toBeNull()
    const later = nextVisit(again, 100 * minute)
    expect(later).toEqual({ seenAt: 100 * minute, before: 10 * minute })
    expect(nextVisit(later, 120 * minute).before).toBe(10 * minute)
  })
})
