import { expect, it } from 'vitest'
import { listSelected } from './use-selected'

const idOf = (row: { id: string }) => row.id
const a = { id: 'a' }
const b = { id: 'b' }
const c = { id: 'c' }
const d = { id: 'd' }
/** As the server sends them. */
const rows = [a, b, c, d]

it('has the selected rows in the order on screen, those that a filter hides at the end', () => {
  const list = { rows, shown: [d, b] }
  expect(listSelected(list, { kind: 'ids', ids: ['a', 'b', 'd'] }, idOf)).toEqual([d, b, a])
  expect(listSelected(list, { kind: 'matching', except: ['b'] }, idOf)).toEqual([d])
})
