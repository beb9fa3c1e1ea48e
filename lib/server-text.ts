import type { PageLanguage } from './messages/languages'
import type { Translator } from './messages/translator'
import { processWide } from './process-wide'

/**
 * Texts that the server writes for people. Until the reader's language is known, a text is passed on as the key of a
 * message with its values, for example in errors and in notes in the database. It is a string, so it can be joined with
 * other strings and stored in any text column.
 */

export type ServerKey = Parameters<Translator<'server'>>[0]
/** Values of a message. A value may itself be a server text. */
export type TextValues = Readonly<Record<string, string | number>>

// Unicode reserves these two characters for use within a program, so text from outside has no reason to contain them.
const start = '\uFDD0'
const end = '\uFDD1'

/** A message under `server` in the catalog, which is written in the reader's language later. */
export function serverText(key: ServerKey, values?: TextValues): string {
  return start + JSON.stringify(values === undefined ? [key] : [key, values]) + end
}

export interface ReadText {
  key: string
  values: TextValues
}

/** Reads the text between the marks; null if `serverText` did not write it. */
function readText(inside: string): ReadText | null {
  let read: unknown
  try {
    read = JSON.parse(inside)
  } catch {
    return null
  }
  if (!Array.isArray(read) || typeof read[0] !== 'string') return null
  const given: unknown = read[1] ?? {}
  if (typeof given !== 'object' || given === null) return null
  const values = Object.entries(given).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return { key: read[0], values: Object.fromEntries(values) }
}

/** The position after the mark that ends the text that begins at `from`; 0 if there is none. */
function findEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === start) depth += 1
    else if (text[at] === end) depth -= 1
    if (depth === 0) return at + 1
  }
  return 0
}

/** Whether a text or JSON may contain server texts. */
export const hasServerText = (text: string): boolean => text.includes(start)

/** Writes every server text within a text, inner ones first. Unreadable ones stay unchanged. */
export function replaceServerTexts(text: string, write: (read: ReadText) => string): string {
  let done = ''
  let at = 0
  for (;;) {
    const from = text.indexOf(start, at)
    const after = from === -1 ? 0 : findEnd(text, from)
    if (after === 0) return done + text.slice(at)
    const read = readText(text.slice(from + 1, after - 1))
    if (read === null) done += text.slice(at, after)
    else {
      const values = Object.fromEntries(
        Object.entries(read.values).map(([name, value]) => [
          name,
          typeof value === 'string' ? replaceServerTexts(value, write) : value,
        ]),
      )
      done += text.slice(at, from) + write({ key: read.key, values })
    }
    at = after
  }
}

/**
 * The beginning of a text, of at most `charsMax` stored characters. A server text within it is kept whole or left out.
 */
export function cutText(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text
  const cut = text.slice(0, charsMax)
  for (let from = cut.indexOf(start); from !== -1;) {
    const after = findEnd(cut, from)
    if (after === 0) return cut.slice(0, from)
    from = cut.indexOf(start, after)
  }
  return cut
}

/** The first server text in a text, by which a program can recognize a problem. Null if there is none. */
export function firstServerText(text: string): ReadText | null {
  const from = text.indexOf(start)
  const after = from === -1 ? 0 : findEnd(text, from)
  return after === 0 ? null : readText(text.slice(from + 1, after - 1))
}

type Writer = (language: PageLanguage, read: ReadText) => string
const slot = () => processWide<{ write: Writer }>('server-texts', () => ({ write: (_, { key }) => key }))

/**
 * Sets how server texts are written. The launcher calls this when the catalogs are loaded. Before that, and in tools
 * without catalogs, the key is written.
 */
export function setServerTexts(write: Writer): void {
  slot().write = write
}

/** A text with all server texts written in a language. */
export function renderText(text: string, language: PageLanguage = 'en'): string {
  if (!hasServerText(text)) return text
  const { write } = slot()
  return replaceServerTexts(text, (read) => write(language, read))
}

/** Data as JSON, with all server texts in it written in a language. */
export function renderJson(data: unknown, language: PageLanguage): string {
  const json = JSON.stringify(data)
  // Few responses contain a server text. A second pass for them costs less than checking every value.
  if (!hasServerText(json)) return json
  return JSON.stringify(data, (_, value: unknown) => (typeof value === 'string' ? renderText(value, language) : value))
}
