import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, inkOn } from '@/lib/report/colour'
import { buildReport } from '@/lib/report/model'
import { describePlace, layOut, listViewerMedia, sortSections } from '@/lib/report/view'

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
  it('as filled keeps the order and goes on after a category without a second heading', () => {
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

it('an item standing alone says where it belongs', () => {
  const byKey = new Map(report.items.map((item) => [item.key, item]))
  const item = byKey.get('q2')
  expect(item && describePlace(byKey, item)).toBe('Brakes › Ladders › Ladder 1 of 1')
})

it('sections sort by points lost', () => {
  expect(sortSections(report.sections, 'points-lost').map((section) => section.key)).toEqual(['t', 's', 'c'])
})

it('files come in reading order with a name to save them by; a hidden one only on demand or by its link', () => {
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

it('text on a response in any colour has a contrast of 4.5 to 1', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (ground) => {
      const ink = inkOn(ground) === 'black' ? ([0, 0, 0] as const) : ([255, 255, 255] as const)
      expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
