import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import '@/lib/testing/random-runs'
import { downloadHref, mediaFileName, mediaHref, plainName } from './model'

describe('addresses', () => {
  it('keep any id within one path segment', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (auditId, mediaId) => {
        // Encoding does not change dots, so ids like `..` are marked as not fetchable and never get an address.
        fc.pre(![auditId, mediaId].some((id) => /^\.{1,2}$/.test(id)))
        const url = new URL(`http://console.test${mediaHref(auditId, mediaId)}`)
        expect(url.host + url.search + url.hash).toBe('console.test')
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', 'api', 'media', auditId, mediaId])
      }),
    )
    expect(mediaHref('a/../b', '../../x?y#z')).toBe('/api/media/a%2F..%2Fb/..%2F..%2Fx%3Fy%23z')
    expect(downloadHref('a', 'm', 'a&b=c.jpg')).toBe('/api/media/a/m?download=1&name=a%26b%3Dc.jpg')
  })
})

describe('file names', () => {
  it('name the inspection, section and question of the file', () => {
    expect(mediaFileName(['Forklift pre-start 1182', 'Brakes', 'Does the foot brake hold?'], 2, 'jpg')).toBe(
      'Forklift-pre-start-1182_Brakes_Does-the-foot-brake-hold_2.jpg',
    )
    expect(mediaFileName([null, ' ', '…'], 1, null)).toBe('media_1')
  })

  it('only contain characters that are safe in file systems and headers', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.nat(), fc.string(), (parts, number, ext) => {
        expect(mediaFileName(parts, number, ext)).toMatch(/^[\p{L}\p{N}\p{M}_-]+(\.[a-z0-9]{1,8})?$/u)
      }),
    )
  })

  it('are short enough for every disk and not cut within a character', () => {
    const names = [
      ['𠀀'.repeat(60), '検査'.repeat(40), 'é'.repeat(200)],
      ['x'.repeat(47) + '🚧😀', 'हिन्दी'.repeat(30), '-'.repeat(900)],
    ]
    for (const parts of names) {
      const name = mediaFileName(parts, 123_456, 'jpeg')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240)
      expect(name.isWellFormed()).toBe(true)
      expect(name).not.toContain('\ufffd')
    }
    expect(plainName('हिन्दी जाँच')).toBe('हिन्दी-जाँच')
  })
})
