import { assert, constantFrom, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import {
  compareSight,
  computeWindow,
  findShift,
  scrollHeightMax,
  scrollTopAfterShift,
  scrollTopFor,
} from './row-window'

const view = { viewportHeight: 800, rowHeight: 40 }

describe('the visible rows', () => {
  it('are those at the scroll position, with some more on both sides', () => {
    expect(computeWindow({ ...view, scrollTop: 0, total: 2400 })).toEqual({
      first: 0,
      end: 28,
      firstVisible: 0,
      above: 0,
      below: (2400 - 28) * 40,
    })
    expect(computeWindow({ ...view, scrollTop: 4010, total: 2400 })).toMatchObject({ first: 92, firstVisible: 100 })
    expect(computeWindow({ ...view, scrollTop: 0, total: 0 })).toMatchObject({ first: 0, end: 0, above: 0, below: 0 })
  })

  it('cover the viewport at any position of any list, and stay within the list', () => {
    assert(
      property(integer({ min: 1, max: 3_000_000 }), double({ min: 0, max: 1, noNaN: true }), (total, part) => {
        const scrollHeight = Math.min(total * view.rowHeight, scrollHeightMax)
        const scrollTop = part * Math.max(0, scrollHeight - view.viewportHeight)
        const { first, end, firstVisible, above, below } = computeWindow({ ...view, scrollTop, total })
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(total)
        expect(end - first).toBeLessThanOrEqual(38)
        expect(firstVisible).toBeGreaterThanOrEqual(first)
        // With the space around them, the rows fill the scrolled height exactly, except within the last screen.
        expect(above + (end - first) * view.rowHeight + below).toBeLessThanOrEqual(scrollHeight + view.viewportHeight)
        expect(above).toBeLessThanOrEqual(scrollTop + 0.01)
        const bottom = above + (end - first) * view.rowHeight
        expect(bottom).toBeGreaterThanOrEqual(Math.min(scrollTop + view.viewportHeight, scrollHeight) - 0.01)
      }),
      { numRuns: runs(2000) },
    )
  })

  it('reach the first and the last of a million rows', () => {
    const total = 1_000_000
    const last = computeWindow({ ...view, scrollTop: scrollHeightMax - view.viewportHeight, total })
    expect(last.end).toBe(total)
    expect(last.firstVisible).toBe(total - 20)
    expect(last.above + (last.end - last.first) * 40).toBeCloseTo(scrollHeightMax, 3)
    expect(last.below).toBeCloseTo(0, 3)
  })
})

describe('tall screens', () => {
  it('never render 80 rows', () => {
    assert(
      property(integer({ min: 100, max: 2200 }), constantFrom(32, 40, 76), (viewportHeight, rowHeight) => {
        const { first, end } = computeWindow({ viewportHeight, rowHeight, scrollTop: 100_003, total: 1_000_000 })
        expect(end - first).toBeLessThan(80)
      }),
    )
  })
})

describe('going to a row', () => {
  it('brings any row completely into view', () => {
    assert(
      property(
        integer({ min: 1, max: 2_000_000 }),
        double({ min: 0, max: 1, noNaN: true }),
        double({ min: 0, max: 1, noNaN: true }),
        (total, from, to) => {
          const row = Math.floor(to * (total - 1))
          const scrollTop = from * Math.max(0, Math.min(total * 40, scrollHeightMax) - 800)
          const next = computeWindow({ ...view, total, scrollTop: scrollTopFor(row, { ...view, total, scrollTop }) })
          expect(next.first).toBeLessThanOrEqual(row)
          expect(next.end).toBeGreaterThan(row)
        },
      ),
      { numRuns: runs(2000) },
    )
  })

  it('does not move when the row is already in view', () => {
    expect(scrollTopFor(5, { ...view, total: 2400, scrollTop: 33 })).toBe(33)
    expect(scrollTopFor(20, { ...view, total: 2400, scrollTop: 0 })).toBe(40)
    expect(scrollTopFor(0, { ...view, total: 2400, scrollTop: 500 })).toBe(0)
  })
})

describe('new rows above', () => {
  const before = new Map([
    [10, 'a'],
    [11, 'b'],
    [12, 'c'],
    [13, 'd'],
  ])

  it('are counted from the shift of most visible rows', () => {
    const after = new Map([
      ['a', 13],
      ['b', 0],
      ['c', 15],
      ['d', 16],
    ])
    expect(findShift(before, after)).toBe(3)
    expect(findShift(before, new Map([...before].map(([position, id]) => [id, position])))).toBe(0)
    expect(findShift(before, new Map())).toBe(0)
  })

  it('leave the visible rows in place', () => {
    const input = { ...view, total: 2400, scrollTop: 410 }
    expect(scrollTopAfterShift(3, input)).toBe(530)
    expect(computeWindow({ ...input, scrollTop: 530 }).firstVisible).toBe(computeWindow(input).firstVisible + 3)
  })
})

const listFrom = (first: number, ids: string) => (position: number) => ids[position - first]

describe('visible rows after a refetch', () => {
  const before = new Map([
    [10, 'a'],
    [11, 'b'],
    [12, 'c'],
    [13, 'd'],
  ])

  it('count as moved together when all of them made room for new rows above', () => {
    expect(compareSight(before, listFrom(10, 'xyabcd'))).toEqual({ by: 2, isTogether: true })
    expect(compareSight(before, listFrom(8, 'abcd'))).toEqual({ by: -2, isTogether: true })
    expect(compareSight(before, listFrom(10, 'abcdx'))).toEqual({ by: 0, isTogether: true })
  })

  it('count as moved apart when a row was removed or added between them', () => {
    expect(compareSight(before, listFrom(10, 'cabd')).isTogether).toBe(false)
    expect(compareSight(before, listFrom(10, 'abde')).isTogether).toBe(false)
    expect(compareSight(before, listFrom(10, 'abxcd')).isTogether).toBe(false)
    expect(compareSight(before, listFrom(10, 'wxyz')).isTogether).toBe(false)
  })

  it('are not reported as moved when nothing is known', () => {
    expect(compareSight(before, () => undefined)).toEqual({ by: 0, isTogether: true })
    expect(compareSight(new Map(), listFrom(0, 'abc'))).toEqual({ by: 0, isTogether: true })
  })
})
