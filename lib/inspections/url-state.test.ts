import { describe, expect, it } from 'vitest'
import { needsZone, readListAddress, writeFilterKey } from './url-state'
import { sortNames } from './columns'
import { listParams, type ParamName } from './schema'

function read(search: string, zone = 'Europe/Berlin') {
  const given = new URLSearchParams(search)
  return readListAddress((name: ParamName) => given.getAll(name), zone)
}

describe('the parameters of an address', () => {
  it('are read in a fixed order, without empty and repeated values', () => {
    const params = read('sort=title&site!=Cork&site=&q=fork&q=fork&unknown=1&row=audit_1')
    expect(params).toEqual({ q: ['fork'], 'site!': ['Cork'], sort: ['title'] })
    expect(writeFilterKey(params)).toBe(writeFilterKey(read('q=fork&site!=Cork&sort=title')))
  })

  it.each(sortNames)('keep the order by %s in both directions', (name) => {
    for (const sort of [name, `-${name}`]) {
      const params = read(`sort=${sort}`)
      expect(params).toEqual({ sort: [sort] })
      expect(listParams.safeParse(params).success).toBe(true)
    }
  })

  it('use days of the named time zone, or otherwise of the person’s own zone', () => {
    expect(read('modified=now-7d/d..now').tz).toEqual(['Europe/Berlin'])
    expect(read('modified=now-7d/d..now&tz=Asia/Tokyo').tz).toEqual(['Asia/Tokyo'])
    expect(read('completedAt!=2026-11-01..').tz).toEqual(['Europe/Berlin'])
  })

  it('have no time zone if they contain no days', () => {
    expect(read('site=Cork&tz=Asia/Tokyo')).toEqual({ site: ['Cork'] })
    expect(read('modified=2026-11-01T00:00:00Z..2026-11-02T00:00:00%2B01:00').tz).toBeUndefined()
    expect(read('modified=..2026-11-02T00:00:00Z').tz).toBeUndefined()
  })

  it('keep an unknown time zone, so that the server refuses it with a reason', () => {
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
  ])('for %s is %s', (text, expected) => {
    expect(needsZone({ modified: [text] })).toBe(expected)
  })
})
