import { writeFileSync } from 'node:fs'
import { isLiteralElement } from '@formatjs/icu-messageformat-parser'
import { mirroredLanguage, pseudoLanguage } from '@/lib/messages/languages'
import { catalogFolder, type MessageTree, readTree } from './catalog-files'
import { listElements, parseMessage } from './icu'

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'áƀćđéƒǵĥíĵķĺɱńóþʠŕśţúṽŵẋýžÁƁĆĐÉƑǴĤÍĴĶĹṀŃÓÞǪŔŚŢÚṼŴẊÝŽ'
const accents = new Map(
  Array.from(plain, (letter, at): [string, string] => [letter, Array.from(accented)[at] ?? letter]),
)

/** How much longer a text becomes. German is about this much longer than English. */
const growth = 0.35

/** Writes letters with accents, and some of them twice. */
function stretch(text: string): string {
  let owed = 0
  return Array.from(text, (letter) => {
    const accent = accents.get(letter)
    owed += growth
    if (accent === undefined || owed < 1) return accent ?? letter
    owed -= 1
    return accent + accent.toLowerCase()
  }).join('')
}

/** Writes words from right to left: direction marks around each text that is not only spaces. */
const mirror = (text: string) => text.replace(/\S(?:[^]*\S)?/, (words) => `\u200F\u202E${words}\u202C\u200F`)

/** Changes the texts of a message. Arguments, tags and branches stay unchanged. */
function changeTexts(message: string, change: (text: string) => string): string {
  const parsed = parseMessage(message)
  if ('problem' in parsed) return message
  const places = listElements(parsed.elements)
    .flatMap((element) => (isLiteralElement(element) && element.location !== undefined ? [element.location] : []))
    .toSorted((a, b) => b.start.offset - a.start.offset)
  let changed = message
  for (const { start, end } of places)
    changed =
      changed.slice(0, start.offset) + change(changed.slice(start.offset, end.offset)) + changed.slice(end.offset)
  return changed
}

/** A message in the pseudo language: accented, about a third longer, in brackets that show where it is clipped. */
export const pseudoMessage = (message: string): string => `[${changeTexts(message, stretch)}]`

/** A message as in a right-to-left language. */
export const mirroredMessage = (message: string): string => changeTexts(message, mirror)

const mapTree = (tree: MessageTree, change: (message: string) => string): MessageTree =>
  Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [
      name,
      typeof value === 'string' ? change(value) : mapTree(value, change),
    ]),
  )

/** Writes the two test languages beside the English catalog. A build includes them when they exist. */
export function writePseudoCatalogs(): void {
  const en = readTree(`${catalogFolder}/en.json`)
  const write = (language: string, change: (message: string) => string) =>
    writeFileSync(`${catalogFolder}/${language}.json`, `${JSON.stringify(mapTree(en, change), null, 2)}\n`)
  write(pseudoLanguage, pseudoMessage)
  write(mirroredLanguage, mirroredMessage)
}
