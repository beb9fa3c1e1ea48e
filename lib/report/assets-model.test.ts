import { expect, it } from 'vitest'
import { listNamedAssets } from './assets-model'
import { buildReport } from './model'

const list = (...assets: unknown[]) =>
  listNamedAssets(
    buildReport({
      items: [
        { item_id: 'a', type: 'asset', responses: { assets } },
        { item_id: 'b', type: 'asset', responses: { assets: [{ id: 'hidden', name: 'Hidden' }] }, inactive: true },
        { item_id: 'c', type: 'text', label: 'Asset', responses: { text: 'Crane 4' } },
      ],
    }),
  )

it('assets in answers are identified by their id, or by their text without an id, and hidden questions do not count', () => {
  expect(list({ id: 'id-1', name: 'Forklift 3' }, { name: 'Crane 4' }, 'id-2')).toEqual([
    { ref: 'id-1', label: 'Forklift 3' },
    { ref: 'Crane 4', label: 'Crane 4' },
    { ref: 'id-2', label: 'id-2' },
  ])
})

it('assets in answers are listed once each, at most 200, and can be stored with any name', () => {
  expect(list({ id: 'id-1', name: 'One' }, { id: 'id-1', name: 'Other' })).toEqual([{ ref: 'id-1', label: 'One' }])
  expect(list(...Array.from({ length: 300 }, (_, at) => ({ id: `id-${at}` })))).toHaveLength(200)
  const [odd] = list({ id: 'a\u0000b', name: `${'x'.repeat(499)}😀` })
  expect([odd?.ref, odd?.label.length, odd?.label.isWellFormed()]).toEqual(['ab', 500, true])
  expect(list(' \u0000 ', {})).toEqual([])
})
