import { createTranslator } from 'use-intl/core'
import { type ServerKey, setServerTexts, type TextValues } from '@/lib/server-text'
import { type Messages, readMessages } from './catalog'
import { defaultLanguage, intlTag, pageLanguages, type PageLanguage } from './languages'

/** The tag that formats dates as the pages do. The cast is safe: only Intl uses the tag, and it accepts any. */
const formatsOf = (language: PageLanguage) => intlTag(language) as PageLanguage

/**
 * Writes texts in one language. Keys also come from stored notes, so a key that no longer exists is returned unchanged.
 */
export function createTextWriter(language: PageLanguage, { server }: Messages) {
  const translate = createTranslator({
    locale: formatsOf(language),
    messages: { server },
    namespace: 'server',
    timeZone: 'UTC',
  })
  const has = (key: string): key is ServerKey => translate.has(key as ServerKey)
  return (key: string, values: TextValues): string => (has(key) ? translate(key, values) : key)
}

/** Loads the server texts of this process. Texts in other languages than these are in English. */
export async function installServerTexts(languages: readonly PageLanguage[] = pageLanguages): Promise<void> {
  const writers = new Map(
    await Promise.all(
      languages.map(async (language) => [language, createTextWriter(language, await readMessages(language))] as const),
    ),
  )
  setServerTexts(
    (language, { key, values }) => (writers.get(language) ?? writers.get(defaultLanguage))?.(key, values) ?? key,
  )
}
