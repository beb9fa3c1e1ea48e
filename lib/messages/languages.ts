/** Languages with a complete catalog: BCP 47 tag, and the language's own name for itself. */
export const languageNames = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const

export type Language = keyof typeof languageNames
export const languages = Object.keys(languageNames) as Language[]
export const defaultLanguage: Language = 'en'

/**
 * A test language: English with accents and longer words, to find text that is not in the catalog or does not fit. Only
 * test builds contain it.
 */
export const pseudoLanguage = 'en-XA'
/** The same test language, written from right to left. */
export const mirroredLanguage = 'ar-XB'

/** The language of a page: a real one, or one of the two made for tests. */
export type PageLanguage = Language | typeof pseudoLanguage | typeof mirroredLanguage
export const pageLanguages: readonly PageLanguage[] = [...languages, pseudoLanguage, mirroredLanguage]

export const isLanguage = (tag: string): tag is Language => (languages as readonly string[]).includes(tag)
export const isPageLanguage = (tag: string): tag is PageLanguage => (pageLanguages as readonly string[]).includes(tag)

export const directionOf = (language: PageLanguage): 'ltr' | 'rtl' => (language === mirroredLanguage ? 'rtl' : 'ltr')

/** English uses British dates, with the day first. Test languages format numbers and dates like English. */
const intlTags: Partial<Record<PageLanguage, string>> = { en: 'en-GB', 'en-XA': 'en-GB', 'ar-XB': 'en-GB' }

/** The tag that `Intl` gets for a language. */
export const intlTag = (language: PageLanguage): string => intlTags[language] ?? language

const listed = /^\s*(?<tag>[A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*\s*(?:;\s*q\s*=\s*(?<weight>[01](?:\.\d{1,3})?))?\s*$/

/**
 * The supported language that an `Accept-Language` header prefers, or English. Regions are ignored: `de-CH` is German.
 */
export function acceptLanguage(header: string | null): Language {
  let best: Language | null = null
  let most = 0
  for (const part of (header ?? '').slice(0, 1_000).split(',')) {
    const { tag = '', weight = '1' } = listed.exec(part)?.groups ?? {}
    const language = tag.toLowerCase()
    if (isLanguage(language) && Number(weight) > most) {
      best = language
      most = Number(weight)
    }
  }
  return best ?? defaultLanguage
}

/** The language of a page: the person's choice, or the browser's language. */
export function resolveLanguage(chosen: string, header: string | null): PageLanguage {
  return isPageLanguage(chosen) ? chosen : acceptLanguage(header)
}
