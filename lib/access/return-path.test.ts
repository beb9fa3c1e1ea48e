import { describe, expect, it } from 'vitest'
import { safeReturnPath, signInPath } from './return-path'

describe('the way back after signing in', () => {
  it('is kept when it is a path of this console', () => {
    for (const path of [
      '/inspections',
      '/inspections?template=a&sort=b#row-3',
      '/inspections/audit_1/media/2',
      '/x?u=//y',
    ])
      expect(safeReturnPath(path)).toBe(path)
  })

  it('does not contain the query parameter that Next adds', () => {
    expect(safeReturnPath('/inspections?_rsc=1x2y')).toBe('/inspections')
    expect(safeReturnPath('/inspections?a=b&_rsc=1x2y')).toBe('/inspections?a=b')
  })

  it.each([
    null,
    undefined,
    '',
    'inspections',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/sign-in?next=/sign-in',
    '/api/auth/signout',
    '/_next/static/x.js',
    `/${'a'.repeat(3_000)}`,
  ])('is the overview instead of %j', (path) => {
    expect(safeReturnPath(path)).toBe('/')
  })

  it('never leaves this host, for any combination of special characters', () => {
    const parts = [
      '/',
      '//',
      '\\',
      '..',
      '.',
      '%2f',
      '%5c',
      '%2e',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      '\t',
      '\u0000',
      'a',
    ]
    for (const a of parts)
      for (const b of parts)
        for (const c of parts) {
          const url = new URL(safeReturnPath(`/${a}${b}${c}`), 'http://127.0.0.1:3000')
          expect(url.origin).toBe('http://127.0.0.1:3000')
          expect(new URL(url.pathname, 'http://127.0.0.1:3000').origin).toBe('http://127.0.0.1:3000')
        }
  })

  it('is left out of the address when it is the overview', () => {
    expect(signInPath('/')).toBe('/sign-in')
    expect(signInPath('/inspections?a=1')).toBe('/sign-in?next=%2Finspections%3Fa%3D1')
  })
})
