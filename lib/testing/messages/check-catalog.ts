import { nameService, usualServiceName } from '@/lib/messages/service-name'
import type { Catalog } from './catalog-files'
import { avoidedWords, serviceWords } from './glossary-words'
import { findMissingOther, listTexts, parseMessage, readArguments } from './icu'

/** Maximum number of characters of a message and of a button. Other languages need more than English. */
const lengthsMax = { en: { message: 220, action: 30 }, others: { message: 300, action: 42 } }
const commonMax = 60

const groupsOf = (key: string) => key.split('.').slice(0, -1)
const isAction = (key: string) => groupsOf(key).includes('actions')
/** Whether a message is a button, a title or a label: it is not a sentence, so it has no period at the end. */
const isLabel = (key: string) =>
  isAction(key) ||
  /(?:^|\.)(?:title|label|heading)$|(?:Title|Label|Heading)$/.test(key) ||
  (/^(?:titles|labels)$/.test(groupsOf(key).at(-1) ?? '') && !/\.(?:text|hint|description|note)$/.test(key))

/** Keys that one language has and the other lacks. */
export function compareKeys(en: Catalog, other: Catalog, language: string): string[] {
  const missing = [...en.keys()].filter((key) => !other.has(key)).map((key) => `${language}: ${key} is missing`)
  const extra = [...other.keys()].filter((key) => !en.has(key)).map((key) => `${language}: ${key} is not in English`)
  return [...missing, ...extra]
}

/** Problems of one message on its own, in any language. */
export function checkMessage(language: string, key: string, message: string): string[] {
  const where = `${language}: ${key}`
  const parsed = parseMessage(nameService(message, usualServiceName))
  if ('problem' in parsed) return [`${where} cannot be read: ${parsed.problem}`]
  const max = language === 'en' ? lengthsMax.en : lengthsMax.others
  const texts = listTexts(parsed.elements)
  const longest = Math.max(...texts.map((text) => text.length))
  const problems = serviceWords[language]?.test(message) === true ? [`${where} names the service. Use: {service}`] : []
  problems.push(...findMissingOther(parsed.elements).map((name) => `${where} has no "other" for ${name}`))
  if (texts.every((text) => text.trim() === '')) problems.push(`${where} is empty`)
  if (longest > max.message) problems.push(`${where} has ${longest} characters, at most ${max.message} are allowed`)
  if (isAction(key) && longest > max.action)
    problems.push(`${where} has ${longest} characters, a button has at most ${max.action}`)
  if (isLabel(key) && texts.some((text) => text.trimEnd().endsWith('.')))
    problems.push(`${where} ends with a period, and is no sentence`)
  return problems
}

/** Arguments and tags of a message that differ from the English ones. */
export function compareArguments(language: string, key: string, english: string, message: string): string[] {
  const [one, other] = [parseMessage(english), parseMessage(message)]
  if ('problem' in one || 'problem' in other) return []
  const [needed, found] = [readArguments(one.elements), readArguments(other.elements)]
  const names = [...new Set([...needed.keys(), ...found.keys()])]
  return names
    .filter((name) => needed.get(name) !== found.get(name))
    .map((name) => {
      const [expected, own] = [needed.get(name) ?? 'absent', found.get(name) ?? 'absent']
      return `${language}: ${key}: ${name} is ${own}, in English it is ${expected}`
    })
}

/** Words of a message that have a better one in the glossary or in the rest of the catalog. */
export function checkWords(language: string, key: string, message: string): string[] {
  const parsed = parseMessage(message)
  const texts = 'problem' in parsed ? [message] : listTexts(parsed.elements)
  return (avoidedWords[language] ?? []).flatMap(({ word, use }) => {
    const found = texts.map((text) => word.exec(text)?.[0]).find((match) => match !== undefined)
    return found === undefined ? [] : [`${language}: ${key} says "${found}". Use: ${use}`]
  })
}

/** All problems of the catalogs. `catalogs` contains English with the tag `en`. */
export function checkCatalogs(catalogs: ReadonlyMap<string, Catalog>): string[] {
  const en: Catalog = catalogs.get('en') ?? new Map()
  const common = [...en.keys()].filter((key) => key.startsWith('common.')).length
  const problems = common > commonMax ? [`en: common has ${common} messages, at most ${commonMax} are allowed`] : []
  for (const [language, catalog] of catalogs) {
    problems.push(...compareKeys(en, catalog, language))
    for (const [key, message] of catalog) {
      problems.push(...checkMessage(language, key, message), ...checkWords(language, key, message))
      const english = en.get(key)
      if (english !== undefined && language !== 'en')
        problems.push(...compareArguments(language, key, english, message))
    }
  }
  return problems
}
