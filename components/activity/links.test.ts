import { expect, it } from 'vitest'
import { objectHref } from './links'

const all = { mayReadPeople: true, mayReadRules: true, mayReadSchedules: true }
const none = { mayReadPeople: false, mayReadRules: false, mayReadSchedules: false }
const of = (objectKind: string) => ({ objectKind, objectId: 'a b', objectName: 'A', after: null, relatedTo: [] })

it.each([
  ['rule', '/rules/a%20b', null],
  ['outgoing', '/outgoing', null],
  ['export-schedule', '/exports/schedules', null],
  ['account', '/settings/people/a%20b', '/settings/account'],
  ['export', '/exports/a%20b', '/exports/a%20b'],
])('an entry about one %s leads only to a page that its reader may open', (kind, forAdmins, forOthers) => {
  expect(objectHref(of(kind), all)).toBe(forAdmins)
  expect(objectHref(of(kind), none)).toBe(forOthers)
})

it('an API call leads to its first object only if the reader may open it', () => {
  const call = { ...of('service'), relatedTo: [{ objectKind: 'rule', objectId: 'r1' }] }
  expect(objectHref(call, all)).toBe('/rules/r1')
  expect(objectHref(call, none)).toBeNull()
})
