import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acceptLanguage, intlTag, languages, pageLanguages, resolveLanguage } from './languages'

describe('the language of a page', () => {
  it('is the language that the person chose', () => {
    expect(resolveLanguage('en', 'fr-CH, fr;q=0.9')).toBe('en')
    expect(resolveLanguage('en-XA', null)).toBe('en-XA')
  })

  it("is the browser's preferred language when the person leaves it to the browser", () => {
    expect(resolveLanguage('browser', 'en-GB;q=0.5')).toBe('en')
    for (const language of languages)
      expect(resolveLanguage('browser', `xx, ${language}-ZZ;q=0.8, *;q=0.1`)).toBe(language)
  })

  it('is English when the browser prefers no available language', () => {
    for (const header of [null, '', '*', 'xx', 'xx-YY;q=1', 'en;q=0', 'q=1;;,,'])
      expect(acceptLanguage(header)).toBe('en')
  })

  it('is a supported language, whatever a browser sends', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z*;=q0-9., -]{0,60}$/)), (header) => {
        expect(languages).toContain(acceptLanguage(header))
      }),
    )
  })

  it('is known to Intl', () => {
    for (const language of pageLanguages) expect(new Intl.NumberFormat(intlTag(language)).format(1)).toBe('1')
  })
})
