import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressOf, ownName, pathOf } from './base-path'

describe('a path of Sightline', () => {
  it.each([
    ['/', '/sightline'],
    ['/?page=2', '/sightline?page=2'],
    ['/#part', '/sightline#part'],
    ['/inspections?site=a/b#row', '/sightline/inspections?site=a/b#row'],
    ['/sightline', '/sightline/sightline'],
  ])('%s has the address %s', (path, address) => {
    expect(addressOf(path, '/sightline')).toBe(address)
    expect(pathOf(address, '/sightline')).toBe(path)
  })

  it.each([
    'blob:https://example.com/1',
    'data:image/png;base64,AA',
    'https://example.com/x',
    '//example.com',
    '#part',
    '',
  ])('is not recognized in %s, which stays unchanged', (text) => {
    expect(addressOf(text, '/sightline')).toBe(text)
  })

  it('is unchanged when Sightline is served at the root of its host', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([addressOf(text, ''), pathOf(text, '')]).toEqual([text, text])
      }),
    )
  })

  it('can always be read back from its address', () => {
    const part = fc.constantFrom('a', 'b', 'sightline', '%2f', '..', '?a', '#b')
    fc.assert(
      fc.property(fc.array(part), fc.constantFrom('/a', '/a/b', '/sightline'), (parts, base) => {
        const path = `/${parts.join('/')}`
        expect(pathOf(addressOf(path, base), base)).toBe(path)
      }),
    )
  })
})

describe('an address of the host', () => {
  it.each(['/', '/other', '/sightlines', '/sightline-2/inspections', '//sightline/', ''])(
    '%s belongs to something else',
    (address) => {
      expect(pathOf(address, '/sightline')).toBeNull()
    },
  )
})

it('names that are shared across a host differ for each base path', () => {
  const names = ['', '/sightline', '/tools/sightline'].map((base) => ownName('__Host-session', base))
  expect(names).toEqual(['__Host-session', '__Host-session-sightline', '__Host-session-tools-sightline'])
})
