import { describe, expect, it } from 'vitest'
import { needsZone, readListAddress, writeFilterKey } from './url-state'
import type { ParamName } from './schema'

function read(search: string, zone = 'Europe/Berlin') {
  const given = new URLSearchParams(search)
  return readListAddress((name: ParamName) => given.getAll(name), zone)
}

describe('what an address asks of the list', () => {
  it('is read in one order, whatever the order of the address, and without what is empty or said twice', () => {
    const params = read('sort=title&site!=Cork&site=&q=fork&q=fork&unknown=1&row=audit_1')
    expect(params).toEqual({ q: ['fork'], 'site!': ['Cork'], sort: ['title'] })
    expect(writeFilterKey(params)).toBe(writeFilterKey(read('q=fork&site!=Cork&sort=title')))
  })

  it('means the days of the named zone, else of the person’s own', () => {
    expect(read('modified=now-7d/d..now').tz).toEqual(['Europe/Berlin'])
    expect(read('modified=now-7d/d..now&tz=Asia/Tokyo').tz).toEqual(['Asia/Tokyo'])
    expect(read('completedAt!=2026-11-01..').tz).toEqual(['Europe/Berlin'])
  })

  it('is the same list in every zone while no day matters', () => {
    expect(read('site=Cork&tz=Asia/Tokyo')).toEqual({ site: ['Cork'] })
    expect(read('modified=2026-11-01T00:00:00Z..2026-11-02T00:00:00%2B01:00').tz).toBeUndefined()
    expect(read('modified=..2026-11-02T00:00:00Z').tz).toBeUndefined()
  })

  it('passes a zone on that nobody knows, so that it is refused in words', () => {
    expect(read('tz=Mars/Olympus').tz).toEqual(['Mars/Olympus'])
  })
})

describe('needsZone', () => {
  it.each([
    ['now-1d/d', true],
    ['2026-11-19', true],
    ['2026-11-19..', true],
    ['2026-11-19T00:00:00Z..now', true],
    ['2026-11-19T00:00:00.000Z..', false],
  ])('of %s is %s', (text, expected) => {
    expect(needsZone({ modified: [text] })).toBe(expected)
  })
})
