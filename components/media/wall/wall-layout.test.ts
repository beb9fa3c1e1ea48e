import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { dayHeadPx, findInSight, layOutWall, placeOf, stepTo } from './wall-layout'

const daysOf = (...counts: number[]) =>
  counts.flatMap((count, day) => Array.from({ length: count }, () => `day ${day}`))

it('tiles fill the width: three columns on a phone, more on wider screens', () => {
  expect(layOutWall(daysOf(7), 390)).toMatchObject({ columns: 3, tile: 128, gap: 3 })
  const wide = layOutWall(daysOf(7), 1_200)
  expect(wide.columns).toBe(7)
  expect(wide.columns * wide.tile + (wide.columns - 1) * wide.gap).toBeLessThanOrEqual(1_200)
  expect(layOutWall([], 1_200)).toMatchObject({ days: [], height: 0 })
})

it('at any scroll position, every visible file is rendered, and only a few other files', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 200, max: 2_500 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (counts, widthPx, share) => {
        const layout = layOutWall(daysOf(...counts), widthPx)
        const total = counts.reduce((sum, count) => sum + count, 0)
        const from = share * layout.height
        const to = from + 900
        const drawn = new Set(
          findInSight(layout, from, to).flatMap((day) =>
            Array.from({ length: day.end - day.from }, (_, at) => day.from + at),
          ),
        )
        for (let index = 0; index < total; index += 1) {
          const { top } = placeOf(layout, index)
          const isInSight = top + layout.row > from && top < to
          if (isInSight) expect(drawn.has(index)).toBe(true)
        }
        expect(drawn.size).toBeLessThanOrEqual((Math.ceil(900 / (layout.row + layout.gap)) + 2) * layout.columns)
      },
    ),
  )
})

it('no two files overlap, and none covers the header of a day', () => {
  const layout = layOutWall(daysOf(5, 1, 9), 700)
  const places = Array.from({ length: 15 }, (_, index) => placeOf(layout, index))
  expect(new Set(places.map(({ top, left }) => `${top} ${left}`)).size).toBe(15)
  for (const day of layout.days) expect(placeOf(layout, day.first)).toEqual({ top: day.top + dayHeadPx, left: 0 })
})

it('arrow keys reach every file, and up and down keep the column across the headers of days', () => {
  const layout = layOutWall(daysOf(4, 1, 6), 500)
  expect(layout.columns).toBe(3)
  const go = (index: number, key: string) => stepTo(layout, index, key, 2)
  const walked = [0]
  for (let at = 0; walked.length < 11; walked.push(at)) at = go(at, 'ArrowRight') ?? -1
  expect(walked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect([go(10, 'ArrowRight'), go(0, 'ArrowLeft'), go(5, 'Home'), go(5, 'End')]).toEqual([10, 0, 0, 10])
  // 0 1 2 | 3 ‖ 4 ‖ 5 6 7 | 8 9 10
  expect([go(1, 'ArrowDown'), go(3, 'ArrowDown'), go(4, 'ArrowDown'), go(6, 'ArrowDown')]).toEqual([3, 4, 5, 9])
  expect([go(9, 'ArrowUp'), go(6, 'ArrowUp'), go(4, 'ArrowUp'), go(2, 'ArrowUp')]).toEqual([6, 4, 3, 2])
  expect([go(2, 'PageDown'), go(10, 'PageUp'), go(3, 'x')]).toEqual([4, 4, null])
})
