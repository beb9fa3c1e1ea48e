import type { Node } from 'oxc-parser'
import type { Catalog } from './catalog-files'
import { type Code, nameOf, parseCode, readStrings, unwrap, walk } from './syntax'

/** How a file reads messages. A namespace is a noun, a group below one, or empty for the whole catalog. */
export interface MessageUse {
  file: string
  namespaces: ReadonlySet<string>
  /** Every string of the file: keys may be in tables that are read elsewhere in it. */
  texts: ReadonlySet<string>
  /** Templates of the file, as patterns for keys. */
  patterns: readonly RegExp[]
  /** Keys that a call leaves open, completely or partly. */
  open: readonly { pattern: RegExp; namespaces: readonly string[] }[]
  calls: readonly MessageCall[]
}

/** A call that reads a message. */
export interface MessageCall {
  /** The keys that it may read, as far as they are literals. */
  keys: readonly string[]
  templates: readonly Parts[]
  /** The possible namespaces of its translator. */
  namespaces: readonly string[]
  /** The names of its values; null when they cannot be determined. */
  given: readonly string[] | null
}

/** A template: fixed texts, and null for each gap. */
export type Parts = readonly (string | null)[]

const readers = new Set(['useTranslations', 'getTranslations', 'createTranslator'])
/** Only files with one of these words read messages. */
const readsMessages = /\b(?:useTranslations|getTranslations|createTranslator|Translator|titled|serverText|ownText)\b/
/** Functions that write a message of a noun, in any file. */
const writers: Readonly<Record<string, string>> = { serverText: 'server', ownText: 'browser' }

/** The namespaces that a call of next-intl reads; null for any other expression. */
export function readNamespaces(expression: Node): string[] | null {
  const call = unwrap(expression)
  if (call.type !== 'CallExpression' || !readers.has(nameOf(call.callee) ?? '')) return null
  const argument = call.arguments[0]
  if (argument === undefined) return ['']
  if (argument.type !== 'ObjectExpression') return readStrings(argument).texts
  const given = argument.properties.find((entry) => entry.type === 'Property' && nameOf(entry.key) === 'namespace')
  return given?.type === 'Property' ? readStrings(given.value).texts : ['']
}

function readTypeTexts(type: Node): string[] {
  if (type.type === 'TSLiteralType') return readStrings(type.literal).texts
  return type.type === 'TSUnionType' ? type.types.flatMap(readTypeTexts) : []
}

type Aliases = ReadonlyMap<string, readonly string[]>

/**
 * The namespaces of `Translator<'noun'>`, of an alias for such a type, or of what `typeof useTranslations<'noun'>` returns.
 */
function readTypeNamespaces(type: Node, aliases: Aliases): string[] {
  if (type.type === 'TSTypeReference') {
    const name = nameOf(type.typeName) ?? ''
    const params = type.typeArguments?.params ?? []
    if (name === 'Translator') return params.flatMap(readTypeTexts)
    return [...(aliases.get(name) ?? []), ...params.flatMap((param) => readTypeNamespaces(param, aliases))]
  }
  if (type.type === 'TSTypeQuery' && readers.has(nameOf(type.exprName) ?? ''))
    return type.typeArguments?.params.flatMap(readTypeTexts) ?? []
  // `Parameters<Translator<'noun'>>[0]`: its keys.
  return type.type === 'TSIndexedAccessType' ? readTypeNamespaces(type.objectType, aliases) : []
}

/** A text as part of a regular expression. */
export const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
const hasLetters = (parts: Parts) => parts.some((part) => part !== null && /\p{L}/u.test(part))

/**
 * A template as a pattern for keys. Next to fixed letters, a gap can be anything. Otherwise it is one segment of a key, or
 * several segments that the file names.
 */
function patternOf(parts: Parts, texts: ReadonlySet<string>): RegExp {
  const groups = [...texts].filter((text) => /^\w+(?:\.\w+)+$/.test(text))
  const hole = hasLetters(parts) ? '.+' : `(?:${['[^.]+', ...groups.map(escapePattern)].join('|')})`
  return new RegExp(`^${parts.map((part) => (part === null ? hole : escapePattern(part))).join('')}$`)
}

/** Aliases of translator types, of all files: `type Words = Translator<'users.list'>`. */
function listAliases(codes: readonly Code[]): Aliases {
  const aliases = new Map<string, readonly string[]>()
  for (const code of codes)
    walk(parseCode(code), (node) => {
      if (node.type === 'TSTypeAliasDeclaration') {
        const namespaces = readTypeNamespaces(node.typeAnnotation, aliases)
        if (namespaces.length > 0) aliases.set(node.id.name, [...(aliases.get(node.id.name) ?? []), ...namespaces])
      }
      return undefined
    })
  return aliases
}

/** Which variables, parameters and fields of a file are translators, with their namespaces. */
class Translators {
  private readonly byName = new Map<string, Set<string>>()

  add(name: string | null, namespaces: readonly string[]): void {
    if (name === null || namespaces.length === 0) return
    this.byName.set(name, new Set([...(this.byName.get(name) ?? []), ...namespaces]))
  }

  /** The namespaces of the translator in a call: `t(…)`, `t.rich(…)`, `words.t(…)`. */
  of(callee: Node): string[] {
    if (callee.type !== 'MemberExpression') return [...(this.byName.get(nameOf(callee) ?? '') ?? [])]
    const [object, property] = [nameOf(callee.object) ?? '', nameOf(callee.property) ?? '']
    const isMethod = /^(?:rich|markup|has|raw)$/.test(property)
    return [...(this.byName.get(isMethod ? object : property) ?? [])]
  }
}

/** The names of the values in a call; null for `t.has` and for values that are not written in the call. */
function readGiven({ callee, arguments: [, values] }: Extract<Node, { type: 'CallExpression' }>): string[] | null {
  if (callee.type === 'MemberExpression' && /^(?:has|raw)$/.test(nameOf(callee.property) ?? '')) return null
  if (values === undefined) return []
  if (values.type !== 'ObjectExpression') return null
  const names = values.properties.map((entry) =>
    entry.type === 'Property' && !entry.computed
      ? (nameOf(entry.key) ?? readStrings(entry.key).texts[0] ?? null)
      : null,
  )
  return names.some((name) => name === null) ? null : names.filter((name) => name !== null)
}

function readUse(code: Code, aliases: Aliases): MessageUse {
  const program = parseCode(code)
  const namespaces = new Set<string>()
  const texts = new Set<string>()
  const templates: Parts[] = []
  const open: { pattern: RegExp; namespaces: string[] }[] = []
  const calls: MessageCall[] = []
  const translators = new Translators()
  for (const [name, noun] of Object.entries(writers)) translators.add(name, [noun])
  walk(program, (node) => {
    if (node.type === 'CallExpression') {
      for (const namespace of readNamespaces(node) ?? []) namespaces.add(namespace)
      if (nameOf(node.callee) === 'titled') namespaces.add('')
      const noun = writers[nameOf(node.callee) ?? '']
      if (noun !== undefined) namespaces.add(noun)
    } else if (node.type === 'VariableDeclarator' && node.init !== null)
      // An alias of a translator is a translator too.
      translators.add(nameOf(node.id), readNamespaces(node.init) ?? translators.of(unwrap(node.init)))
    else if (node.type === 'TSTypeReference' || node.type === 'TSTypeQuery')
      for (const namespace of readTypeNamespaces(node, aliases)) namespaces.add(namespace)
    else if (node.type === 'Identifier' && node.typeAnnotation)
      translators.add(node.name, readTypeNamespaces(node.typeAnnotation.typeAnnotation, aliases))
    else if (node.type === 'TSPropertySignature' && node.typeAnnotation !== null)
      translators.add(nameOf(node.key), readTypeNamespaces(node.typeAnnotation.typeAnnotation, aliases))
    else if (node.type === 'Literal' && typeof node.value === 'string') texts.add(node.value)
    else if (node.type === 'TemplateLiteral') {
      const strings = readStrings(node)
      for (const text of strings.texts) texts.add(text)
      templates.push(...strings.templates.filter(hasLetters))
    }
    return undefined
  })
  walk(program, (node) => {
    if (node.type !== 'CallExpression' || node.arguments[0] === undefined) return undefined
    const own = translators.of(node.callee)
    if (own.length === 0) return undefined
    const keys = readStrings(node.arguments[0])
    calls.push({ keys: keys.texts, templates: keys.templates, namespaces: own, given: readGiven(node) })
    const parts = [...keys.templates, ...(keys.isOpen ? [[null]] : [])]
    open.push(...parts.map((some) => ({ pattern: patternOf(some, texts), namespaces: own })))
    return undefined
  })
  const patterns = templates.map((parts) => patternOf(parts, texts))
  return { file: code.file, namespaces, texts, patterns, open, calls }
}

/** How each file reads messages. Files that read none are left out. */
export function readUses(codes: readonly Code[]): MessageUse[] {
  const aliases = listAliases(codes.filter(({ text }) => readsMessages.test(text)))
  const known = new RegExp(`\\b(?:${['Translator', ...aliases.keys()].join('|')})\\b`)
  return codes
    .filter(({ text }) => readsMessages.test(text) || (aliases.size > 0 && known.test(text)))
    .map((code) => readUse(code, aliases))
    .filter(({ namespaces }) => namespaces.size > 0)
}

/** Every way to split a key into a namespace and the rest. */
function divide(key: string): [namespace: string, rest: string][] {
  const steps = key.split('.')
  return steps.map((_, at) => [steps.slice(0, at).join('.'), steps.slice(at).join('.')])
}

/** Messages that no file reads. */
export function findUnused(en: Catalog, uses: readonly MessageUse[]): string[] {
  const byNamespace = new Map<string, MessageUse[]>()
  for (const use of uses)
    for (const namespace of use.namespaces) byNamespace.set(namespace, [...(byNamespace.get(namespace) ?? []), use])
  const isUsed = (key: string) =>
    divide(key).some(([namespace, rest]) =>
      byNamespace
        .get(namespace)
        ?.some(
          ({ texts, patterns, open }) =>
            texts.has(rest) ||
            patterns.some((pattern) => pattern.test(rest)) ||
            open.some(({ pattern, namespaces }) => namespaces.includes(namespace) && pattern.test(rest)),
        ),
    )
  return [...en.keys()].filter((key) => !isUsed(key)).map((key) => `en: no file reads ${key}`)
}

/** The whole key of a message in a namespace. */
export const joinKey = (namespace: string, key: string) => (namespace === '' ? key : `${namespace}.${key}`)

/** Keys in calls that are missing in English. */
export function findMissing(en: Catalog, uses: readonly MessageUse[]): string[] {
  // `has` and `raw` accept groups too.
  const groups = new Set([...en.keys()].flatMap((key) => divide(key).map(([group]) => group)))
  const isKnown = (key: string) => en.has(key) || groups.has(key)
  return uses.flatMap(({ file, calls }) =>
    calls.flatMap(({ keys, namespaces }) =>
      keys
        .filter((key) => !namespaces.some((namespace) => isKnown(joinKey(namespace, key))))
        .map((key) => `${file}: reads ${joinKey(namespaces[0] ?? '', key)}, which English has not`),
    ),
  )
}
