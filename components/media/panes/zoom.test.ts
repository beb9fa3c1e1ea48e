import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { clampView, closeScale, fitSize, fitted, fullScale, scaleMax, turnView, wheelFactor, zoomAt } from './zoom'

const side = fc.integer({ min: 1, max: 8000 })
const size = fc.record({ width: side, height: side })
const wheel = (deltaY: number, rest = {}) => wheelFactor({ deltaY, deltaMode: 0, ctrlKey: false, ...rest })

describe('the pane', () => {
  it('shows the whole picture in any rotation, and never larger than its own size', () => {
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 7 }), (picture, pane, turns) => {
        const fit = fitSize(picture, pane, turns)
        const [width, height] = turns % 2 === 0 ? [fit.width, fit.height] : [fit.height, fit.width]
        expect(width).toBeLessThanOrEqual(pane.width + 1e-6)
        expect(height).toBeLessThanOrEqual(pane.height + 1e-6)
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

  it('never leaves a gap at its edge beside a larger picture', () => {
    const pane = { width: 800, height: 600 }
    const fit = fitSize({ width: 1600, height: 1200 }, pane, 0)
    expect(clampView({ scale: 2, x: 9e9, y: -9e9, turns: 0 }, fit, pane)).toMatchObject({ x: 400, y: -300 })
    expect(clampView({ scale: 1, x: 50, y: 50, turns: 0 }, fit, pane)).toMatchObject({ x: 0, y: 0 })
    expect(scaleMax({ width: 1600, height: 1200 }, fit)).toBe(4)
  })

  it('keeps the picture within its limits after any zoom, in any rotation', () => {
    fc.assert(
      fc.property(
        size,
        size,
        fc.integer({ min: 0, max: 3 }),
        fc.array(fc.tuple(fc.double({ min: 0.2, max: 3, noNaN: true }), fc.integer({ min: -900, max: 900 }))),
        (picture, pane, turns, steps) => {
          const fit = fitSize(picture, pane, turns)
          const max = scaleMax(picture, fit)
          let view = { ...fitted, turns }
          for (const [factor, at] of steps) {
            view = clampView(zoomAt(view, view.scale * factor, { x: at, y: -at }, max), fit, pane)
          }
          expect(view.scale).toBeGreaterThanOrEqual(1)
          expect(view.scale).toBeLessThanOrEqual(max)
          const lying = turns % 2 === 1
          const shown = {
            width: (lying ? fit.height : fit.width) * view.scale,
            height: (lying ? fit.width : fit.height) * view.scale,
          }
          // There must be no gap on one side while the picture is cut off on the other side.
          expect(Math.abs(view.x)).toBeLessThanOrEqual(Math.max(0, (shown.width - pane.width) / 2) + 1e-6)
          expect(Math.abs(view.y)).toBeLessThanOrEqual(Math.max(0, (shown.height - pane.height) / 2) + 1e-6)
        },
      ),
    )
  })

  it('shows one picture pixel as one page pixel at 100%, and enlarges small pictures when zoomed in', () => {
    const picture = { width: 4000, height: 3000 }
    const fit = fitSize(picture, { width: 1000, height: 1000 }, 0)
    expect(fit.width * fullScale(picture, fit)).toBe(4000)
    expect(closeScale(picture, fit)).toBe(4)
    // The rotated picture fits at a smaller size, so another scale is 100%.
    const lying = fitSize(picture, { width: 1000, height: 500 }, 1)
    expect(lying.width * fullScale(picture, lying)).toBeCloseTo(4000, 6)
    const small = { width: 300, height: 100 }
    expect([fullScale(small, fitSize(small, { width: 1000, height: 1000 }, 0)), closeScale(small, small)]).toEqual([
      1, 2,
    ])
  })

  it('shows the picture upright again after four quarter turns in either direction', () => {
    let view = { ...fitted, scale: 2, x: 9 }
    const seen = [1, 1, 1, 1].map(() => (view = turnView(view, 1)).turns)
    expect(seen).toEqual([1, 2, 3, 0])
    expect(turnView(view, -1)).toEqual({ scale: 1, x: 0, y: 0, turns: 3 })
  })

  it('zooms by about a quarter per wheel notch, in small steps for a pinch, and never by more than a limit', () => {
    expect(wheel(-120)).toBeCloseTo(1.284, 3)
    expect(wheel(-3, { deltaMode: 1 })).toBeCloseTo(1.133, 3)
    expect(wheel(-4, { ctrlKey: true })).toBeCloseTo(1.034, 3)
    expect([wheel(-9999), wheel(9999), wheel(-120, { ctrlKey: true })]).toEqual([1.5, 1 / 1.5, 1.5])
    expect(wheel(-50) * wheel(50)).toBeCloseTo(1, 9)
  })
})
