import type { Translator } from '@/lib/messages/translator'

/**
 * Texts about problems that the browser notices by itself, such as a missing connection. The server writes all others.
 * They are needed outside of components, so the page sets its language once.
 */
export type OwnText = Parameters<Translator<'browser'>>[0]

let write: Translator<'browser'> | null = null

/** Sets the language of these texts. Only a browser may call this, because a server has pages in several languages. */
export function setOwnTexts(translator: Translator<'browser'>): void {
  write = translator
}

/** The text in the language of the page. Before the page has set its language, the text is its key. */
export function ownText(key: OwnText, values?: Readonly<Record<string, string | number>>): string {
  // Cast: which values a text needs depends on its key.
  return write === null ? key : write(key, values as never)
}
