import { defaultLanguage, intlTag, type PageLanguage } from '@/lib/messages/languages'

/** A response as lines of a tree. Closed branches have no lines, so a large response costs only what is open. */

export interface TreeLine {
  /** Its place, as a JSON pointer. */
  path: string
  depth: number
  /** Null for the whole response. */
  name: string | null
  value: unknown
  /** Null for a value that contains nothing. */
  isOpen: boolean | null
}

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

const entriesOf = (value: Container): Array<[string, unknown]> =>
  Array.isArray(value) ? value.map((item: unknown, at) => [String(at), item]) : Object.entries(value)

export function countOf(value: unknown): number {
  return isContainer(value) ? (Array.isArray(value) ? value.length : Object.keys(value).length) : 0
}

const escape = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** What is open at first: the response, and what is directly in it. */
export function openAtFirst(value: unknown): ReadonlySet<string> {
  const open = new Set([''])
  if (isContainer(value))
    for (const [name, inner] of entriesOf(value).slice(0, 50)) if (countOf(inner) > 0) open.add(`/${escape(name)}`)
  return open
}

/** The lines that show while these places are open. */
export function listLines(value: unknown, open: ReadonlySet<string>): TreeLine[] {
  const lines: TreeLine[] = []
  const visit = (inner: unknown, path: string, depth: number, name: string | null) => {
    const hasInside = countOf(inner) > 0
    const isOpen = hasInside ? open.has(path) : null
    lines.push({ path, depth, name, value: inner, isOpen })
    if (isOpen !== true || !isContainer(inner)) return
    for (const [key, item] of entriesOf(inner)) visit(item, `${path}/${escape(key)}`, depth + 1, key)
  }
  visit(value, '', 0, null)
  return lines
}

const previewCharsMax = 160

/** A value in one short line. */
export function previewOf(value: unknown, language: PageLanguage = defaultLanguage): string {
  if (!isContainer(value)) return cut(JSON.stringify(value) ?? 'null')
  const isList = Array.isArray(value)
  const count = countOf(value)
  if (count === 0) return isList ? '[]' : '{}'
  if (isList) return `[${count.toLocaleString(intlTag(language))}]`
  let text = ''
  for (const [name, inner] of entriesOf(value)) {
    const shown = isContainer(inner) ? (Array.isArray(inner) ? `[${inner.length}]` : '{…}') : JSON.stringify(inner)
    text += `${text === '' ? '' : ', '}${name}: ${shown}`
    if (text.length > previewCharsMax) break
  }
  return `{ ${cut(text)} }`
}

function cut(text: string): string {
  return text.length > previewCharsMax ? `${text.slice(0, previewCharsMax)}…` : text
}
