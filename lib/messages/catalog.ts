import type en from './en.json'
import { defaultLanguage, type PageLanguage } from './languages'
import { nameService, serviceName } from './service-name'

/** All messages of a language, by noun. */
export type Messages = typeof en
export type MessageNoun = keyof Messages

const catalogs = new Map<PageLanguage, Promise<Messages>>()

/**
 * Reads the messages of a language, with the name of the connected service inserted. Test languages exist only if their
 * files were written before the build.
 */
export function readMessages(language: PageLanguage): Promise<Messages> {
  const known = catalogs.get(language)
  if (known !== undefined) return known
  const read = import(`./${language}.json`).then(
    (module: { default: Messages }) => nameService(module.default, serviceName()),
    (error: unknown) => {
      if (language === defaultLanguage) throw error
      return readMessages(defaultLanguage)
    },
  )
  catalogs.set(language, read)
  return read
}

/** The messages of some nouns, for the part of a page that shows them. */
export async function pickMessages(language: PageLanguage, nouns: readonly MessageNoun[]): Promise<Partial<Messages>> {
  const messages = await readMessages(language)
  return Object.fromEntries(nouns.map((noun) => [noun, messages[noun]]))
}
