import { expect, it } from 'vitest'
import { reviewLists } from './model'

it('counts reviews without the filters by review, of both kinds', () => {
  const lists = reviewLists({ site: ['Cork'], review: ['changed'], 'review!': ['reviewed'] })
  expect(lists.failed).toEqual({ site: ['Cork'], result: ['failed'] })
  expect(lists.reviewed).toEqual({ site: ['Cork'], result: ['failed'], review: ['reviewed'] })
})
