import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampView, fitSize, fitted, scaleMax, zoomAt } from './zoom'

const side = fc.integer({ min: 1, max: 8000 })
const size = fc.record({ width: side, height: side })

describe('the stage', () => {
  it('shows the whole picture, upright and turned, and never blows it up', () => {
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 7 }), (picture, stage, turns) => {
        const fit = fitSize(picture, stage, turns)
        const [width, height] = turns % 2 === 0 ? [fit.width, fit.height] : [fit.height, fit.width]
        expect(width).toBeLessThanOrEqual(stage.width + 1e-6)
        expect(height).toBeLessThanOrEqual(stage.height + 1e-6)
        expect(fit.width).toBeLessThanOrEqual(picture.width)
        expect(fit.width / fit.height).toBeCloseTo(picture.width / picture.height, 3)
      }),
    )
  })

  it('keeps the point under the pointer while zooming', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.integer({ min: -500, max: 500 }),
        (from, to, at) => {
          const before = { ...fitted, scale: from, x: 30 }
          const after = zoomAt(before, to, { x: at, y: 0 }, 4)
          expect((at - after.x) / after.scale).toBeCloseTo((at - before.x) / before.scale, 6)
        },
      ),
    )
  })

  it('never loses the picture off its edge', () => {
    const stage = { width: 800, height: 600 }
    const fit = fitSize({ width: 1600, height: 1200 }, stage, 0)
    expect(clampView({ scale: 2, x: 9e9, y: -9e9, turns: 0 }, fit, stage)).toMatchObject({ x: 400, y: -300 })
    expect(clampView({ scale: 1, x: 50, y: 50, turns: 0 }, fit, stage)).toMatchObject({ x: 0, y: 0 })
    expect(scaleMax({ width: 1600, height: 1200 }, fit)).toBe(4)
  })
})
