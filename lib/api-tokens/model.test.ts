import { createTranslator } from 'next-intl'
import { expect, it } from 'vitest'
import { en } from '@/lib/testing/english'
import { describeExpiry, listPermissionRows } from './model'

const t = createTranslator({ locale: 'en', messages: en, namespace: 'apiTokens.expiry' })

it.each([
  [null, 'never', 'Never expires'],
  ['2026-11-23T12:00:00Z', 'expired', 'Expired'],
  ['2026-11-24T11:59:59Z', 'soon', 'Expires within a day'],
  ['2026-11-24T12:00:00Z', 'soon', 'Expires in 1 day'],
  ['2026-11-28T13:00:00Z', 'soon', 'Expires in 5 days'],
  ['2026-11-30T12:00:00Z', 'later', 'Expires in 7 days'],
  ['2027-02-21T11:59:00Z', 'later', 'Expires in 90 days'],
] as const)('describes when a token expires: %s, %s', (expiresAt, state, text) => {
  expect(describeExpiry(t, { expiresAt }, Date.parse('2026-11-23T12:00:00Z'))).toEqual({ state, text })
})

it('offers only permissions of the role, and none for people', () => {
  expect(listPermissionRows('viewer').every(({ write }) => write === null)).toBe(true)
  expect(listPermissionRows('editor')).toContainEqual({
    area: 'reviews',
    read: 'reviews:read',
    write: 'reviews:write',
  })
  expect(listPermissionRows('admin').map(({ area }) => area)).not.toContain('people')
})
