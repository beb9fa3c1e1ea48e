import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '@/lib/testing/random-runs'
import { cleanFileName, contentDisposition, inlineTypes, mediaHeaders } from './media-policy'

/**
 * Reads the header as RFC 6266 requires of browsers: one type, and `filename*` takes precedence over `filename`. Null
 * when the header is not a single value.
 */
function readDisposition(header: string): { kind: string; name: string } | null {
  const match =
    /^(inline|attachment); filename="([\x20-\x21\x23-\x5b\x5d-\x7e]*)"(?:; filename\*=UTF-8''((?:[\w.!#$&+^`|~-]|%[0-9A-F]{2})+))?$/.exec(
      header,
    )
  if (match === null) return null
  return { kind: match[1] ?? '', name: match[3] === undefined ? (match[2] ?? '') : decodeURIComponent(match[3]) }
}

describe('a file of the service', () => {
  it.each(inlineTypes)('is shown when its type is %s', { tags: ['S18'] }, (type) => {
    const headers = mediaHeaders(`${type.toUpperCase()}; charset=x`, 'm1', { download: false })
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(/^inline; filename="m1\.\w+"$/)
  })

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    'text/css',
    'multipart/related',
    'application/x-shockwave-flash',
    'image/heic',
    'text/plain',
    'application/json',
    'image/jpeg, text/html',
    'image/jpeg\u0000',
    'image/jpegx',
    'image/*',
    '',
    ';',
    null,
    undefined,
  ])('is a download without a type when its type is %j', { tags: ['S18'] }, (type) => {
    const headers = mediaHeaders(type, 'x.html', { download: false })
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toBe('attachment; filename="x.html"')
  })

  it('is never sniffed, executed, stored or embedded in another site', { tags: ['S18'] }, () => {
    for (const type of [...inlineTypes, 'text/html'])
      expect(mediaHeaders(type, 'x', { download: false })).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox$/) as string,
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-store',
      })
  })

  it('can be saved on request, with its type', () => {
    const headers = mediaHeaders('image/png', 'a.png', { download: true })
    expect(headers['content-disposition']).toBe('attachment; filename="a.png"')
    expect(headers['content-type']).toBe('image/png')
  })

  it('is saved under a safe name, for 1,000 odd names', { tags: ['S19'] }, () => {
    const nasty = fc.constantFrom(
      '"',
      '\\',
      '\r\n',
      '\n',
      '\u0000',
      '../',
      '..\\',
      '%0d%0a',
      ';',
      '=',
      "'",
      '*',
      '\u202e',
      'é',
      '漢',
      '😀',
      '\ud800',
      '.',
      ' ',
      'a',
    )
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(nasty, { maxLength: 60 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(name, fc.constantFrom('inline', 'attachment'), (given, kind) => {
        const header = contentDisposition(kind, given)
        // `Headers` refuses characters that could split a header.
        expect(new Headers({ x: header }).get('x')).toBe(header)
        const read = readDisposition(header)
        expect(read).toEqual({ kind, name: cleanFileName(given) })
        expect(read?.name).not.toMatch(/[/\\\p{Cc}\p{Cf}]|^\.|\.$/u)
        expect(read?.name).not.toBe('')
        expect(Array.from(read?.name ?? '').length).toBeLessThanOrEqual(120)
      }),
      { numRuns: runs(1_000) },
    )
  })

  it('keeps a readable name and its extension', () => {
    expect(contentDisposition('inline', 'Prüfbericht 7.pdf')).toBe(
      `inline; filename="Pr_fbericht 7.pdf"; filename*=UTF-8''Pr%C3%BCfbericht%207.pdf`,
    )
    expect(cleanFileName(`${'n'.repeat(200)}.docx`)).toMatch(/^n{115}\.docx$/)
    expect(cleanFileName('../../etc/passwd')).toBe('_.._etc_passwd')
  })
})
