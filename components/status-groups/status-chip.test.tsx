import { readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { colourKeys, markHexes, readColour, statusColours } from '@/lib/status-groups/colour'
import { StatusChip } from './status-chip'

const css = readFileSync('app/globals.css', 'utf8')
/** The blocks of tokens: light, dark, and dark by the system's setting. */
const themes = [...css.matchAll(/--canvas: #[\s\S]*?\}/g)]
  .map(([block]) => block)
  .filter((block) => block.includes('--ink:'))

function read(block: string, name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(block)?.[1]
  if (value === undefined) throw new Error(`no --${name}`)
  return value
}

const readAll = (block = '') => [...block.matchAll(/--status-[a-z-]+: #\w+/g)].map(String)

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
  it('has both themes, the dark one twice alike', () => {
    expect(themes).toHaveLength(3)
    expect(readAll(themes[1])).toHaveLength(2 * colourKeys.length)
    expect(readAll(themes[2])).toEqual(readAll(themes[1]))
  })

  it('has the marks that look-alikes are worked out from', () => {
    for (const key of colourKeys)
      expect(themes.slice(0, 2).map((theme) => read(theme, `status-${key}`))).toEqual([...markHexes[key]])
  })

  it.each(colourKeys)('reads %s on its ground, and the mark on every ground it stands on', (key) => {
    for (const theme of themes) {
      const soft = read(theme, `status-${key}-soft`)
      expect(contrast(read(theme, 'ink'), soft)).toBeGreaterThan(4.5)
      for (const ground of [soft, read(theme, 'surface'), read(theme, 'raised')])
        expect(contrast(read(theme, `status-${key}`), ground)).toBeGreaterThan(3)
    }
  })

  it.each([
    ['STATUS_BADGE_COLOR_GREEN', 'green', 'Green'],
    ['status_badge_color_gray', 'grey', 'Grey'],
    ['ORANGE', 'orange', 'Orange'],
    ['STATUS_BADGE_COLOR_UNSPECIFIED', null, 'No colour'],
    ['', null, 'No colour'],
    ['STATUS_BADGE_COLOR_HOT_PINK', null, 'Hot pink'],
  ])('reads %s', (color, key, name) => expect(readColour(color)).toEqual({ key, name }))

  it('offers each colour that it can draw', () => {
    expect(statusColours.map(({ color }) => readColour(color).key)).toEqual([...colourKeys])
  })
})

describe('a chip', () => {
  it('always has its name, and a shape of its own for each colour', () => {
    const marks = new Set(
      statusColours.map(({ color }) => {
        const html = renderToStaticMarkup(<StatusChip name="In service" color={color} />)
        expect(html).toContain('In service')
        expect(html).not.toContain('style=')
        return /<svg[^>]*>(.*)<\/svg>/.exec(html)?.[1]
      }),
    )
    expect(marks.size).toBe(statusColours.length)
  })

  it('tells the word of a colour that it does not know', () => {
    const html = renderToStaticMarkup(<StatusChip name="Parked" color="STATUS_BADGE_COLOR_HOT_PINK" />)
    expect(html).toContain('Hot pink')
    expect(html).toContain('Parked')
  })
})
