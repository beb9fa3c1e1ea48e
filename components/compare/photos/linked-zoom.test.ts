import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitSize, fitted, scaleMax, zoomAt } from '@/components/media/panes/zoom'
import { runs, seed } from '@/lib/testing/random-runs'
import { changeViews, followView, type Panes, type Views } from './linked-zoom'

const both: Views = { left: fitted, right: fitted }
const pane = (width: number, height: number) => ({ picture: { width, height }, pane: { width: 600, height: 400 } })

describe('two pictures', () => {
  it('show the same part at the same scale, whatever their sizes are', () => {
    const panes: Panes = { left: pane(3_000, 2_000), right: pane(1_500, 1_000) }
    const views = changeViews(both, { panes, side: 'left', isLinked: true }, (view, max) =>
      zoomAt(view, 3, { x: 200, y: -100 }, max),
    )
    expect(views.left.scale).toBe(3)
    expect(views.right).toEqual(views.left)
    const portrait: Panes = { left: pane(3_000, 2_000), right: pane(1_000, 2_000) }
    const mixed = changeViews(both, { panes: portrait, side: 'left', isLinked: true }, (view, max) => ({
      ...zoomAt(view, 4, { x: 0, y: 0 }, max),
      x: 60,
      y: 100,
    }))
    // 60 of 600 and 100 of 400 pixels, as shares of the scaled pictures.
    expect(mixed.right).toMatchObject({ scale: 4, x: 20, y: 100 })
  })

  it('move separately when unlinked, and match again when linked', () => {
    const panes: Panes = { left: pane(3_000, 2_000), right: pane(3_000, 2_000) }
    const apart = changeViews(both, { panes, side: 'right', isLinked: false }, (view, max) =>
      zoomAt(view, 2, { x: 10, y: 10 }, max),
    )
    expect(apart.left).toEqual(fitted)
    expect(followView(apart, panes, 'right').left).toEqual(apart.right)
  })

  it('have no linked view if there is only one', () => {
    const panes: Panes = { left: null, right: pane(800, 600) }
    const views = changeViews(both, { panes, side: 'right', isLinked: true }, (view, max) =>
      zoomAt(view, 2, { x: 0, y: 0 }, max),
    )
    expect([views.left.scale, views.right.scale]).toEqual([1, 2])
    expect(changeViews(both, { panes, side: 'left', isLinked: true }, () => ({ ...fitted, scale: 3 }))).toEqual(both)
  })

  it('never leave their panes, and never exceed the scale that both support', () => {
    const size = fc.record({ width: fc.integer({ min: 1, max: 9_000 }), height: fc.integer({ min: 1, max: 9_000 }) })
    const anyPane = fc.record({ picture: size, pane: size })
    fc.assert(
      fc.property(
        anyPane,
        anyPane,
        fc.double({ min: 0.1, max: 50, noNaN: true }),
        fc.integer({ min: -5_000, max: 5_000 }),
        (left, right, scale, x) => {
          const views = changeViews(both, { panes: { left, right }, side: 'left', isLinked: true }, (view, max) => ({
            ...zoomAt(view, scale, { x: 5, y: 5 }, max),
            x,
          }))
          for (const [side, own] of [
            ['left', left],
            ['right', right],
          ] as const) {
            const fit = fitSize(own.picture, own.pane, 0)
            const view = views[side]
            expect(view.scale).toBe(views.left.scale)
            expect(view.scale).toBeGreaterThanOrEqual(1)
            expect(view.scale).toBeLessThanOrEqual(scaleMax(own.picture, fit))
            expect(Math.abs(view.x)).toBeLessThanOrEqual(
              Math.max(0, (fit.width * view.scale - own.pane.width) / 2) + 1e-6,
            )
          }
        },
      ),
      { seed, numRuns: runs(300) },
    )
  })
})
