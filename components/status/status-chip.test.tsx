import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { colorKeys, markHexes, readColor, statusColors } from '@/lib/status-groups/color'
import { StatusChip } from './status-chip'

const css = readFileSync('app/globals.css', 'utf8')
const themes = ['light', 'dark'] as const

/** The colours of a token, light and dark, as `light-dark()` has them. */
function read(name: string): Record<(typeof themes)[number], string> {
  const [, light, dark] = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css) ?? []
  if (light === undefined || dark === undefined) throw new Error(`no --${name}`)
  return { light, dark }
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

describe('colours of statuses', () => {
  it('has a mark and a ground for each, and no others', () => {
    const names = [...css.matchAll(/--status-([a-z-]+):/g)].map(([, name]) => name)
    expect(new Set(names)).toEqual(new Set(colorKeys.flatMap((key) => [key, `${key}-soft`])))
    expect(names).toHaveLength(2 * colorKeys.length)
  })

  it('has the marks that look-alikes are worked out from', () => {
    for (const key of colorKeys) expect(Object.values(read(`status-${key}`))).toEqual([...markHexes[key]])
  })

  it.each(colorKeys)('reads %s on its ground, and the mark on every ground it stands on', (key) => {
    for (const theme of themes) {
      const soft = read(`status-${key}-soft`)[theme]
      expect(contrast(read('ink')[theme], soft)).toBeGreaterThan(4.5)
      for (const ground of [soft, read('surface')[theme], read('raised')[theme]])
        expect(contrast(read(`status-${key}`)[theme], ground)).toBeGreaterThan(3)
    }
  })

  it.each([
    ['STATUS_BADGE_COLOR_GREEN', 'green', 'Green'],
    ['status_badge_color_gray', 'grey', 'Grey'],
    ['ORANGE', 'orange', 'Orange'],
    ['STATUS_BADGE_COLOR_UNSPECIFIED', null, 'No colour'],
    ['', null, 'No colour'],
    ['STATUS_BADGE_COLOR_HOT_PINK', null, 'Hot pink'],
  ])('reads %s', (color, key, name) => expect(readColor(color)).toEqual({ key, name }))

  it('offers each colour that it can draw', () => {
    expect(statusColors.map(({ color }) => readColor(color).key)).toEqual([...colorKeys])
  })
})

describe('a chip', () => {
  it('always has its name, and a shape of its own for each colour', () => {
    const marks = new Set(
      statusColors.map(({ color }) => {
        const html = renderToStaticMarkup(<StatusChip name="In service" color={color} />)
        expect(html).toContain('In service')
        expect(html).not.toContain('style=')
        return /<svg[^>]*>(.*)<\/svg>/.exec(html)?.[1]
      }),
    )
    expect(marks.size).toBe(statusColors.length)
  })

  it('tells the word of a colour that it does not know', () => {
    const html = renderToStaticMarkup(<StatusChip name="Parked" color="STATUS_BADGE_COLOR_HOT_PINK" />)
    expect(html).toContain('Hot pink')
    expect(html).toContain('Parked')
  })
})
