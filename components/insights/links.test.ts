import { expect, it } from 'vitest'
import { failedShareCell } from './links'

const list = { site: ['Cork'] }

it('writes the failed inspections of a cell to files, also where none failed, and opens what it counts', () => {
  expect(failedShareCell({ failed: 2, completed: 5 }, list, 'Cork')).toMatchObject({
    text: '2/5',
    value: 2,
    href: '/inspections?site=Cork&result=failed',
    shade: 0.4,
  })
  expect(failedShareCell({ failed: 0, completed: 5 }, list, 'Cork')).toMatchObject({
    text: '0/5',
    value: 0,
    href: '/inspections?site=Cork',
  })
  expect(failedShareCell({ failed: 0, completed: 0 }, list, 'Cork')).toEqual({ text: '·', value: null, label: 'Cork' })
})
