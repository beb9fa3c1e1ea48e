import { describe, expect, it } from 'vitest'
import type { Shortcut } from '@/lib/browser/shortcuts'
import { arrangeShortcuts } from './shortcut-sheet'

const shortcut = (group: string, label: string, keys: string[] = ['x']): Shortcut => ({
  id: label,
  group,
  label,
  keys,
  run: () => {},
})
const all = [
  shortcut('Anywhere', 'Search'),
  shortcut('Go to', 'Go to Media'),
  shortcut('List', 'Next row', ['j']),
  shortcut('List', 'Next row', ['arrowdown']),
  shortcut('List', 'Only in the palette', []),
]
const frame = ['Anywhere', 'Go to']

const found = (words: string) => arrangeShortcuts(all, { words, frame }).map(({ label }) => label)

describe('the sheet of shortcuts', () => {
  it('shows the shortcuts of the page before the shortcuts of every page', () => {
    expect(found('')).toEqual(['Next row', 'Next row', 'Search', 'Go to Media'])
  })

  it('is searched by the words of shortcuts and of their groups', () => {
    expect(found('media')).toEqual(['Go to Media'])
    expect(found(' list row ')).toEqual(['Next row', 'Next row'])
    expect(found('zip')).toEqual([])
  })
})
