import { expect, it } from 'vitest'
import { describeExpiry, describeRights, listPermissionRows } from './model'

it.each([
  [null, 'never', 'Never expires'],
  ['2026-11-23T12:00:00Z', 'expired', 'Expired'],
  ['2026-11-24T11:59:59Z', 'soon', 'Expires within a day'],
  ['2026-11-24T12:00:00Z', 'soon', 'Expires in 1 day'],
  ['2026-11-28T13:00:00Z', 'soon', 'Expires in 5 days'],
  ['2026-11-30T12:00:00Z', 'later', 'Expires in 7 days'],
  ['2027-02-21T11:59:00Z', 'later', 'Expires in 90 days'],
] as const)('says of a token that ends at %s: %s', (expiresAt, state, text) => {
  expect(describeExpiry({ expiresAt }, Date.parse('2026-11-23T12:00:00Z'))).toEqual({ state, text })
})

it('offers only permissions that the role has, and none of people', () => {
  expect(listPermissionRows('viewer').every(({ write }) => write === null)).toBe(true)
  expect(listPermissionRows('editor')).toContainEqual({
    noun: 'reviews',
    label: 'Reviews',
    read: 'reviews:read',
    write: 'reviews:write',
  })
  expect(listPermissionRows('admin').map(({ noun }) => noun)).not.toContain('people')
})

it('says what a token may do', () => {
  expect(describeRights({ role: 'editor', permissions: null })).toBe('Editor')
  expect(describeRights({ role: 'admin', permissions: ['assets:read'] })).toBe('Admin, 1 permission')
})
