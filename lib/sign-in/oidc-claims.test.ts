import { describe, expect, it } from 'vitest'
import {
  addUserinfo,
  isAllowedDomain,
  isEmailVerified,
  mapRole,
  readClaimValues,
  readEmail,
  readName,
} from './oidc-claims'

const entra = 'https://login.microsoftonline.com/tenant/v2.0'
const other = 'https://id.example.com'

describe('reading the claims of an issuer', { tags: ['S35'] }, () => {
  it.each([
    [true, { email_verified: true }, other],
    [true, { email_verified: 'true' }, other],
    [false, { email_verified: 'True' }, other],
    [false, { email_verified: 1 }, other],
    [false, { email_verified: false, xms_edov: true }, entra],
    [false, {}, other],
    [true, { xms_edov: true }, entra],
    [true, { xms_edov: '1' }, entra],
    [false, { xms_edov: false }, entra],
    [false, { xms_edov: true }, other],
    [false, { xms_edov: true }, 'https://login.microsoftonline.com.evil.example/'],
  ])('gives %s for whether the address is verified: %o, %s', (verified, claims, issuer) => {
    expect(isEmailVerified(claims, issuer)).toBe(verified)
  })

  it('gives an address in lower case, or null', () => {
    expect(readEmail({ email: ' Ann@Example.COM ' })).toBe('ann@example.com')
    for (const email of [undefined, 7, 'ann', 'ann@', 'a b@example.com', 'a@b@example.com', ['ann@example.com']])
      expect(readEmail({ email })).toBeNull()
    expect(readName({ name: '  Ann \n Archer ' })).toBe('Ann Archer')
    expect(readName({ name: ' ' })).toBeNull()
  })

  it('compares domains as a whole', () => {
    expect(isAllowedDomain('ann@example.com', [])).toBe(true)
    expect(isAllowedDomain('ann@example.com', ['example.com'])).toBe(true)
    for (const email of ['ann@sub.example.com', 'ann@notexample.com', 'ann@example.com.evil.example'])
      expect(isAllowedDomain(email, ['example.com'])).toBe(false)
  })

  it.each([
    [{ groups: ['a', 7, 'b'] }, 'groups', ['a', 'b']],
    [{ role: 'a' }, 'role', ['a']],
    [{ realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    [{ 'https://example.com/roles': ['a'] }, 'https://example.com/roles', ['a']],
    [{ 'a.b': 'whole', a: { b: 'path' } }, 'a.b', ['whole']],
    [{ groups: { a: true } }, 'groups', []],
    [{}, 'groups.length', []],
    [{ groups: ['a'] }, 'constructor.name', []],
  ])('finds the values of a claim: %o, %s', (claims, name, values) => {
    expect(readClaimValues(claims, name)).toEqual(values)
  })

  it('gives the highest of all roles, the default, or null', () => {
    const roleMap = new Map([
      ['staff', 'viewer'],
      ['leads', 'admin'],
      ['writers', 'editor'],
    ] as const)
    const rule = { roleClaim: 'groups', roleMap, defaultRole: null }
    expect(mapRole({ groups: ['staff', 'leads', 'writers'] }, rule)).toBe('admin')
    expect(mapRole({ groups: ['writers', 'staff'] }, rule)).toBe('editor')
    expect(mapRole({ groups: ['Staff'] }, rule)).toBeNull()
    expect(mapRole({}, { ...rule, defaultRole: 'viewer' })).toBe('viewer')
    expect(mapRole({ groups: ['leads'] }, { ...rule, roleClaim: null })).toBe('unmanaged')
  })

  it.each([
    [true, { email: 'ann@example.com' }, { email_verified: true }],
    [true, { email: 'ann@example.com' }, { email: 'Ann@example.com', email_verified: true }],
    [false, { email: 'ann@example.com' }, { email: 'eve@example.com', email_verified: true }],
    [false, { email: 'ann@example.com', email_verified: false }, { email: 'ann@example.com', email_verified: true }],
    [true, {}, { email: 'ann@example.com', email_verified: true }],
    [false, { email_verified: true }, { email: 'ann@example.com', email_verified: false }],
    [false, { email_verified: true }, { email: 'ann@example.com' }],
  ])('gives %s for an address that only its own source confirms: %o beside %o', (verified, claims, userinfo) => {
    expect(isEmailVerified(addUserinfo<Record<string, unknown>>(claims, userinfo), other)).toBe(verified)
  })
})
