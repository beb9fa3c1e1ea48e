import { describe, expect, it } from 'vitest'
import { chooseAxis, drawChart, spread } from './growth-chart'

describe('the chart of growth', () => {
  it('has an axis from a round value below all values to a round value above them', () => {
    expect(chooseAxis([3, 40])).toEqual([2, 5, 10, 20, 50])
    expect(chooseAxis([5, 10])).toEqual([5, 10])
    expect(chooseAxis([0.4, 9_000])).toEqual([1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000])
  })

  it('keeps names apart, in their order and above the bottom', () => {
    expect(spread([10, 100, 12], 20, 300)).toEqual([10, 100, 30])
    expect(spread([95, 96, 97], 20, 100)).toEqual([60, 80, 100])
  })

  it('puts larger values higher, and equal values at the same height', () => {
    const svg = drawChart(
      [10_000, 1_000_000],
      [
        { name: 'flat', p95Ms: [5, 5], ratio: 1 },
        { name: 'growing', p95Ms: [5, 50], ratio: 10 },
      ],
    )
    const [flat = [], growing = []] = [...svg.matchAll(/points="([^"]+)"/g)].map(([, points = '']) =>
      points.split(' ').map((point) => Number(point.split(',')[1])),
    )
    expect(flat[0]).toBe(flat[1])
    expect(growing[1]).toBeLessThan(growing[0] ?? 0)
    expect(svg).toContain('growing, 10.0 times')
  })
})
