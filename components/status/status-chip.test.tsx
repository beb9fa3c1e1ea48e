import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { colorKeys, markHexes, readColor, statusColors } from '@/lib/status-groups/color'
import { StatusChip } from './status-chip'

const css = readFileSync('app/globals.css', 'utf8')
const themes = ['light', 'dark'] as const

/** The light and dark color of a token, from its `light-dark()`. */
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

describe('colors of statuses', () => {
  it('each have a mark and a background, and the style sheet has no other colors', () => {
    const names = [...css.matchAll(/--status-([a-z-]+):/g)].map(([, name]) => name)
    expect(new Set(names)).toEqual(new Set(colorKeys.flatMap((key) => [key, `${key}-soft`])))
    expect(names).toHaveLength(2 * colorKeys.length)
  })

  it('have the same marks in the style sheet as in the check for similar colors', () => {
    for (const key of colorKeys) expect(Object.values(read(`status-${key}`))).toEqual([...markHexes[key]])
  })

  it.each(colorKeys)('%s has readable text and a visible mark on every background', (key) => {
    for (const theme of themes) {
      const soft = read(`status-${key}-soft`)[theme]
      expect(contrast(read('ink')[theme], soft)).toBeGreaterThan(4.5)
      for (const ground of [soft, read('surface')[theme], read('raised')[theme]])
        expect(contrast(read(`status-${key}`)[theme], ground)).toBeGreaterThan(3)
    }
  })

  it.each([
    ['STATUS_BADGE_COLOR_GREEN', 'green', 'Green'],
    ['status_badge_color_gray', 'grey', 'Gray'],
    ['ORANGE', 'orange', 'Orange'],
    ['STATUS_BADGE_COLOR_UNSPECIFIED', null, 'No color'],
    ['', null, 'No color'],
    ['STATUS_BADGE_COLOR_HOT_PINK', null, 'Hot pink'],
  ])('are read from the value "%s"', (color, key, name) => expect(readColor(color)).toEqual({ key, name }))

  it('can be chosen exactly when the console can draw them', () => {
    expect(statusColors.map(({ color }) => readColor(color).key)).toEqual([...colorKeys])
  })
})

describe('a status chip', () => {
  it('shows the name, and a different shape for each color', () => {
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

  it('names an unknown color as SafetyCulture names it', () => {
    const html = renderToStaticMarkup(<StatusChip name="Parked" color="STATUS_BADGE_COLOR_HOT_PINK" />)
    expect(html).toContain('Hot pink')
    expect(html).toContain('Parked')
  })
})
