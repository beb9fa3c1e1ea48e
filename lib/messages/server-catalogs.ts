import { createTranslator } from 'use-intl/core'
import { type ServerKey, setServerTexts, type TextValues } from '@/lib/server-text'
import { type Messages, readMessages } from './catalog'
import { defaultLanguage, intlTag, pageLanguages, type PageLanguage } from './languages'

/** Dates as the pages write them. The cast is safe: the tag is for Intl alone, which takes any. */
const formatsOf = (language: PageLanguage) => intlTag(language) as PageLanguage

/**
 * Writes texts of one language. Keys also come from stored notes, so a key that no longer exists is shown unchanged.
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

/** Gives this process the texts of the server. In languages other than these they are English. */
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
