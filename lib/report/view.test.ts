import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { contrast, inkOn } from './color'
import { buildReport } from './model'
import { storedNames } from './names-model'
import {
  describePlace,
  findEntries,
  layOut,
  listViewerMedia,
  lostPoints,
  mapHref,
  type NestedItem,
  nestEntries,
  sortSections,
  writeAddress,
} from './view'

const failed = { responses: { selected: [{ id: 'n', label: 'No' }], failed: true } }
const report = buildReport({
  audit_data: { name: 'Round 7' },
  items: [
    { item_id: 's', type: 'section', label: 'Brakes', scoring: { combined_score: 3, combined_max_score: 4 } },
    {
      item_id: 'q1',
      parent_id: 's',
      type: 'question',
      label: 'Foot brake',
      media: [{ media_id: 'm1', file_ext: 'jpg' }],
    },
    { item_id: 'c', parent_id: 's', type: 'category', label: 'Ladders' },
    { item_id: 'g', parent_id: 'c', type: 'dynamicfield', label: 'Ladder' },
    { item_id: 'e1', parent_id: 'g', type: 'element', label: '' },
    { item_id: 'q2', parent_id: 'e1', type: 'question', label: 'Rungs', ...failed },
    { item_id: 'q3', parent_id: 's', type: 'question', label: 'Horn', ...failed, media: [{ media_id: 'm2' }] },
    {
      item_id: 'off',
      parent_id: 's',
      type: 'question',
      label: 'Off',
      inactive: true,
      media: [{ media_id: 'm3' }],
      ...failed,
    },
    { item_id: 't', type: 'section', label: 'Tyres', scoring: { combined_score: 0, combined_max_score: 9 } },
  ],
})
const shape = (mode: 'filled' | 'failed-first' | 'failed-only', showHidden = false) => {
  const layout = layOut(report, { mode, showHidden })
  return {
    failed: layout.failed.map((item) => item.key),
    blocks: layout.blocks.map((block) => [block.section?.key, block.isContinued, block.items.map((item) => item.key)]),
    failedKeys: layout.failedKeys,
  }
}

describe('the layout', () => {
  it('in the original order continues a section after its category without a second heading', () => {
    expect(shape('filled')).toEqual({
      failed: [],
      blocks: [
        ['s', false, ['q1']],
        ['c', false, ['g', 'e1', 'q2']],
        ['s', true, ['q3']],
        ['t', false, []],
      ],
      failedKeys: ['q2', 'q3'],
    })
  })

  it('with failures first shows each item once', () => {
    const layout = shape('failed-first')
    expect(layout.failed).toEqual(['q2', 'q3'])
    expect(layout.blocks.flatMap((block) => block[2])).toEqual(['q1', 'g', 'e1'])
  })

  it('with failures only shows nothing else', () => {
    expect(shape('failed-only').blocks).toEqual([
      ['c', false, ['q2']],
      ['s', true, ['q3']],
    ])
  })

  it('shows hidden items on demand, and never counts them as failures', () => {
    const layout = shape('filled', true)
    expect(layout.blocks.flatMap((block) => block[2])).toContain('off')
    expect(layout.failedKeys).toEqual(['q2', 'q3'])
  })
})

it('an item that is shown alone has the path of its place', () => {
  const byKey = new Map(report.items.map((item) => [item.key, item]))
  const item = byKey.get('q2')
  expect(item && describePlace(byKey, item, storedNames)).toBe('Brakes › Ladders › Ladder 1 of 1')
})

it('sections sort by points lost', () => {
  expect(sortSections(report.sections, 'points-lost').map((section) => section.key)).toEqual(['t', 's', 'c'])
})

it('files are listed in reading order with a file name, and hidden files only on demand or by their link', () => {
  const ids = (showHidden: boolean, alwaysId: string | null) =>
    listViewerMedia(report, 'audit_1', { showHidden, alwaysId }).map((media) => media.id)
  expect(ids(false, null)).toEqual(['m1', 'm2'])
  expect(ids(true, null)).toEqual(['m1', 'm2', 'm3'])
  expect(ids(false, 'm3')).toEqual(['m1', 'm2', 'm3'])
  expect(listViewerMedia(report, 'audit_1', { showHidden: false, alwaysId: null })[0]).toMatchObject({
    title: 'Foot brake',
    section: 'Brakes',
    fileName: 'Round-7_Brakes_Foot-brake_1.jpg',
  })
})

it('text on a response in any color has a contrast of 4.5 to 1', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (ground) => {
      const ink = inkOn(ground) === 'black' ? ([0, 0, 0] as const) : ([255, 255, 255] as const)
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

describe('entries of a repeated group', () => {
  const grouped = buildReport({
    items: [
      { item_id: 's', type: 'section', label: 'Appliances' },
      { item_id: 'g', parent_id: 's', type: 'dynamicfield', label: 'Appliance' },
      { item_id: 'e1', parent_id: 'g', type: 'element' },
      { item_id: 'q1', parent_id: 'e1', type: 'text', label: 'Name', media: [{ media_id: 'm1', file_ext: 'jpg' }] },
      { item_id: 'c1', parent_id: 'e1', type: 'category', label: 'Condition', scoring: { combined_score: 1 } },
      { item_id: 'q2', parent_id: 'c1', type: 'question', label: 'Cable', ...failed },
      { item_id: 'e2', parent_id: 'g', type: 'element' },
      { item_id: 'q3', parent_id: 'e2', type: 'text', label: 'Name', media: [{ media_id: 'm2', file_ext: 'jpg' }] },
      { item_id: 'after', parent_id: 's', type: 'text', label: 'Comment' },
    ],
  })
  const entries = findEntries(grouped.items)
  const draw = (nested: readonly NestedItem[]): unknown[] =>
    nested.map(({ item, inside }) => (inside.length === 0 ? item.key : [item.key, ...draw(inside)]))

  it('contain their own answers and headings, and such a heading is not a section of the report', () => {
    expect(grouped.sections.map(({ key, failedCount }) => [key, failedCount])).toEqual([['s', 1]])
    const [block] = layOut(grouped, { mode: 'filled', showHidden: false }).blocks
    expect(draw(nestEntries(block?.items ?? [], entries))).toEqual([
      'g',
      ['e1', 'q1', 'c1', 'q2'],
      ['e2', 'q3'],
      'after',
    ])
  })

  it('leave their answers at the same position when they are not shown themselves', () => {
    const [block] = layOut(grouped, { mode: 'failed-only', showHidden: false }).blocks
    expect(draw(nestEntries(block?.items ?? [], entries))).toEqual(['q2'])
  })

  it('give different names to files of the same question', () => {
    const names = listViewerMedia(grouped, 'audit_1').map((media) => media.fileName)
    expect(names).toEqual([
      'Untitled-inspection_Appliances_Appliance-1-of-2_Name_1.jpg',
      'Untitled-inspection_Appliances_Appliance-2-of-2_Name_1.jpg',
    ])
  })

  it('of any nesting depth keep every item once and in order', () => {
    const depth = 3_000
    const chain = Array.from({ length: depth }, (_, at) => ({
      item_id: `e${at}`,
      type: 'element',
      ...(at === 0 ? {} : { parent_id: `e${at - 1}` }),
    }))
    const deep = buildReport({ items: chain })
    const nested = nestEntries(deep.items, findEntries(deep.items))
    const keys: string[] = []
    let levels = 0
    const visit = (list: readonly NestedItem[], level: number) => {
      levels = Math.max(levels, level)
      for (const { item, inside } of list) {
        keys.push(item.key)
        visit(inside, level + 1)
      }
    }
    visit(nested, 1)
    expect(keys).toEqual(deep.items.map((item) => item.key))
    expect(levels).toBeLessThan(12)
  })
})

it('an address does not repeat the coordinates that follow it', () => {
  expect(writeAddress('1 High Street\nCork\n(51.89, -8.47)', {})).toBe('1 High Street\nCork')
  expect(writeAddress('1 High Street\n(51.89, -8.47)', null)).toBe('1 High Street\n(51.89, -8.47)')
  expect(writeAddress('(51.89, -8.47)', {})).toBe('(51.89, -8.47)')
  expect(writeAddress('Hall 4 (2, 3)', {})).toBe('Hall 4')
})

it('a map link contains only coordinates', () => {
  expect(mapHref({ latitude: -33.8710421, longitude: 151 })).toBe(
    'https://www.openstreetmap.org/?mlat=-33.87104&mlon=151.00000#map=17/-33.87104/151.00000',
  )
})

it('lost points are rounded, and are 0 without a score', () => {
  expect(lostPoints({ score: { score: 0.1 + 0.2, max: 1, percentage: 30 } })).toBe(0.7)
  expect(lostPoints({ score: { score: 2, max: null, percentage: 30 } })).toBe(0)
  expect(lostPoints({ score: null })).toBe(0)
})
