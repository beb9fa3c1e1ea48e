import type { Reference } from '@/lib/user-jobs/schema'
import type { IssueText, ParsedList } from './types'

/**
 * Groups and sites of one cell: names separated by `;`, `|` or line breaks, or by commas if the cell has none of these.
 * A name that contains one of them is quoted. `id:` names by id; `all` or `*`, without quotes, means all.
 */

const idMark = /^id:\s*(?<id>\S+)$/iu
/** The most names in a user's cell. */
export const referencesMax = 200
const nameCharsMax = 500
const idCharsMax = 200

interface Item {
  text: string
  isQuoted: boolean
}

/** Reads a list cell. `all` has its meaning only in removals. */
export function parseList(cell: string, isRemoval = false): ParsedList {
  const text = cell.trim()
  if (text === '') return { items: [], trouble: null }
  const hasStrong = splitItems(text, ';|\n').items.length > 1
  const { items, trouble } = splitItems(text, hasStrong ? ';|\n' : ',')
  const seen = new Set<string>()
  const references: Reference[] = []
  for (const item of items) {
    if (item.text === '' && !item.isQuoted) continue
    const reference = readReference(item, isRemoval)
    const key = referenceKey(reference)
    if (!seen.has(key)) references.push(reference)
    seen.add(key)
  }
  const tooLong = references.find((one) => ('id' in one ? one.id.length > idCharsMax : one.name.length > nameCharsMax))
  if (trouble === null && tooLong !== undefined)
    return { items: references, trouble: { key: 'longListName', values: { max: nameCharsMax } } }
  return { items: references, trouble }
}

/** The same for two references to the same name or id, whatever the case of a name. */
export function referenceKey(reference: Reference): string {
  return 'id' in reference ? `id:${reference.id}` : `name:${reference.name.toLowerCase()}`
}

/** A name or, after `id:`, an id. */
export function parseReference(text: string): Reference {
  return readReference({ text: text.trim(), isQuoted: false }, false)
}

function readReference({ text, isQuoted }: Item, isRemoval: boolean): Reference {
  if (isQuoted) return { name: text }
  if (isRemoval && (text === '*' || text.toLowerCase() === 'all')) return { name: '*' }
  const id = idMark.exec(text)?.groups?.['id']
  return id === undefined ? { name: text } : { id }
}

/** A cell that `parseList` reads as these. */
export function writeList(items: readonly Reference[], isRemoval = false): string {
  return items.map((item) => writeReference(item, isRemoval)).join('; ')
}

function writeReference(reference: Reference, isRemoval: boolean): string {
  if ('id' in reference) return `id:${reference.id}`
  const { name } = reference
  if (isRemoval && name === '*') return 'all'
  const isPlain = name !== '' && name === name.trim() && !/[;|\n,"]/u.test(name) && !idMark.test(name)
  const isAll = isRemoval && name.toLowerCase() === 'all'
  return isPlain && !isAll ? name : `"${name.replaceAll('"', '""')}"`
}

function splitItems(text: string, separators: string): { items: Item[]; trouble: IssueText | null } {
  const items: Item[] = []
  let at = 0
  for (;;) {
    while (at < text.length && /\s/u.test(text[at] ?? '') && !separators.includes(text[at] ?? '')) at += 1
    if (text[at] === '"') {
      const end = endOfQuoted(text, at + 1)
      if (end === -1) return { items, trouble: { key: 'openQuote' } }
      items.push({ text: text.slice(at + 1, end).replaceAll('""', '"'), isQuoted: true })
      at = end + 1
      const rest = nextOf(text, at, separators)
      if (text.slice(at, rest).trim() !== '') return { items, trouble: { key: 'textAfterQuote' } }
      at = rest
    } else {
      const end = nextOf(text, at, separators)
      items.push({ text: text.slice(at, end).trim(), isQuoted: false })
      at = end
    }
    if (at >= text.length) return { items, trouble: null }
    at += 1
  }
}

function endOfQuoted(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] !== '"') continue
    if (text[at + 1] !== '"') return at
    at += 1
  }
  return -1
}

function nextOf(text: string, from: number, separators: string): number {
  for (let at = from; at < text.length; at += 1) if (separators.includes(text[at] ?? '')) return at
  return text.length
}
