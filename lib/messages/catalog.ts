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

const texts = new WeakMap<object, string>()

/**
 * The messages of some nouns as JSON, for the part of a page that shows them. A page sends them as one text, because
 * React would handle each message separately: on the server, for the HTML and in the browser.
 */
export async function pickMessages(language: PageLanguage, nouns: readonly MessageNoun[]): Promise<string> {
  const messages = await readMessages(language)
  const parts = nouns.map((noun) => {
    const text = texts.get(messages[noun]) ?? JSON.stringify(messages[noun])
    texts.set(messages[noun], text)
    return `${JSON.stringify(noun)}:${text}`
  })
  return `{${parts.join(',')}}`
}
