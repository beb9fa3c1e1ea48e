import { expect, it } from 'vitest'
import { countedLists, needsReview } from '@/lib/review/values-model'
import {
  readQueueParams,
  readScope,
  switchScope,
  withScope,
  writeFollowUpsHref,
  writeListHref,
  writeQueueHref,
} from './queue-address'

it('an address without filters stands for the inspections that the number beside “Review” counts', () => {
  expect(readQueueParams({})).toEqual(countedLists.unreviewed)
  expect(readQueueParams({ sort: ['title'], tz: ['UTC'] })).toEqual({ ...countedLists.unreviewed, tz: ['UTC'] })
})

it('a filter is limited to inspections that need review, unless it says otherwise', () => {
  expect(readQueueParams({ result: ['failed'] })).toEqual({ result: ['failed'], review: needsReview })
  expect(readQueueParams({ review: ['follow-up'] })).toEqual({ review: ['follow-up'] })
  expect(readQueueParams({ 'review!': ['reviewed'] })).toEqual({ 'review!': ['reviewed'] })
})

it('a scope is recognized from its parameters in any order, and written back', () => {
  expect(readScope({ review: ['changed', 'unreviewed'] })).toBe('open')
  expect(readScope({ review: ['reviewed'] })).toBeNull()
  for (const scope of ['open', 'changed', 'follow-up', 'all'] as const)
    expect(readScope(readQueueParams(withScope({ result: ['failed'], review: ['reviewed'] }, scope)))).toBe(scope)
})

it('another scope of the plain queue keeps its completed inspections that are not archived, and leads back', () => {
  const changed = switchScope({}, 'changed')
  expect(readQueueParams(changed)).toEqual({ ...countedLists.unreviewed, review: ['changed'] })
  expect(readQueueParams(switchScope(changed, 'all'))).toMatchObject({ completed: ['true'], archived: ['false'] })
  expect(switchScope(changed, 'open')).toEqual({})
  expect(switchScope({ result: ['failed'] }, 'changed')).toEqual({ result: ['failed'], review: ['changed'] })
})

it('a list links to its queue with its filters and its name but without its columns, and back', () => {
  expect(writeQueueHref('?result=failed&sort=title&columns=title,site&row=audit_1&view=failed-week')).toBe(
    '/review?result=failed&view=failed-week',
  )
  expect(writeQueueHref({ site: ['Cork & co'] }, { order: 'newest', at: 'audit_1' })).toBe(
    '/review?site=Cork+%26+co&order=newest&at=audit_1',
  )
  expect(writeQueueHref({}, { order: 'failures-first' })).toBe('/review')
  expect(writeListHref({ result: ['failed'], review: needsReview })).toBe(
    '/inspections?result=failed&review=changed&review=unreviewed',
  )
  expect(writeFollowUpsHref({})).toBe('/review/follow-ups')
})
