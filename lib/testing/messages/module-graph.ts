import type { Node } from 'oxc-parser'
import type { Source } from '../sources'
import { readNamespaces } from './message-use'
import { nameOf, parseCode, readStrings, walk } from './syntax'

/** A top-level statement of a file: what it declares, and what its users need. */
interface Part {
  declares: readonly string[]
  /** Names that it refers to. */
  refers: ReadonlySet<string>
  /** Files that it imports at run time. */
  loads: readonly string[]
  /** Nouns whose messages it reads; an empty one means the whole catalog. */
  reads: ReadonlySet<string>
  /** Nouns whose messages it sends to the browser. */
  sends: ReadonlySet<string>
}

/** An exported name of another file, or of a package. */
interface Binding {
  /** Path of a file from the root; a package as it is imported (`next/headers`). */
  target: string
  name: string
}

export interface Module {
  file: string
  isClient: boolean
  parts: Part[]
  imports: Map<string, Binding>
  /** By exported name: a name of this file, or one of another file. */
  exports: Map<string, string | Binding>
  /** Files from which everything is exported again. */
  stars: string[]
  /** Files that are imported for their effects. */
  effects: string[]
}

const clientDirective = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*['"]use client['"]/

const stringsIn = (node: Node): string[] => {
  const found: string[] = []
  walk(node, (inner) => {
    if (inner.type === 'Literal' && typeof inner.value === 'string') found.push(inner.value)
    return undefined
  })
  return found
}

/** The nouns of `<SectionMessages of={[…]}>` and of `pickMessages(language, […])`. */
function readSends(node: Node): string[] {
  if (node.type === 'CallExpression' && nameOf(node.callee) === 'pickMessages')
    return node.arguments[1] === undefined ? [] : stringsIn(node.arguments[1])
  if (node.type !== 'JSXOpeningElement' || nameOf(node.name) !== 'SectionMessages') return []
  return node.attributes.flatMap((attribute) =>
    attribute.type === 'JSXAttribute' && nameOf(attribute.name) === 'of' && attribute.value !== null
      ? stringsIn(attribute.value)
      : [],
  )
}

/** Children that can refer to a value; names of fields and types cannot. */
function readRefers(node: Node, found: Set<string>): void {
  walk(node, (inner) => {
    const name = nameOf(inner)
    if (name !== null) found.add(name)
    if (inner.type.startsWith('TS')) {
      if ('expression' in inner && typeof inner.expression === 'object' && inner.expression !== null)
        readRefers(inner.expression, found)
      return false
    }
    if (inner.type === 'MemberExpression' && !inner.computed) {
      readRefers(inner.object, found)
      return false
    }
    if (inner.type === 'Property' && !inner.computed) {
      readRefers(inner.value, found)
      return false
    }
    if (inner.type === 'JSXAttribute') {
      if (inner.value !== null) readRefers(inner.value, found)
      return false
    }
    return undefined
  })
}

const nounOf = (namespace: string) => namespace.split('.', 1)[0] ?? ''

function readPart(statement: Node, declares: readonly string[], targetOf: (specifier: string) => string): Part {
  const refers = new Set<string>()
  const loads: string[] = []
  const reads = new Set<string>()
  const sends = new Set<string>()
  readRefers(statement, refers)
  walk(statement, (node) => {
    if (node.type === 'ImportExpression') loads.push(...readStrings(node.source).texts.map(targetOf))
    if (node.type === 'CallExpression' && nameOf(node.callee) === 'useTranslations')
      for (const namespace of readNamespaces(node) ?? []) reads.add(nounOf(namespace))
    for (const noun of readSends(node)) sends.add(noun)
    return undefined
  })
  return { declares, refers, loads, reads, sends }
}

function declaredNames(statement: Node): string[] {
  if (statement.type === 'VariableDeclaration') {
    const names = new Set<string>()
    for (const { id } of statement.declarations) readRefers(id, names)
    return [...names]
  }
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return [nameOf(statement.id) ?? 'default']
  return []
}

const exportedName = (node: Node) => nameOf(node) ?? readStrings(node).texts[0] ?? ''

/** Reads a source as parts that refer to one another. */
export function readModule(source: Source): Module {
  const own = source.imports.filter(({ specifier }) => /^(?:\.|@\/)/.test(specifier))
  const targets = new Map(own.map(({ specifier, target }) => [specifier, target]))
  const targetOf = (specifier: string) => targets.get(specifier) ?? specifier
  const found: Module = {
    file: source.file,
    isClient: clientDirective.test(source.text),
    parts: [],
    imports: new Map(),
    exports: new Map(),
    stars: [],
    effects: [],
  }
  const addPart = (statement: Node, declares: readonly string[]) =>
    found.parts.push(readPart(statement, declares, targetOf))
  for (const statement of parseCode(source).body) {
    if ('importKind' in statement && statement.importKind === 'type') continue
    if ('exportKind' in statement && statement.exportKind === 'type') continue
    if (statement.type === 'ImportDeclaration') {
      const target = targetOf(statement.source.value)
      if (statement.specifiers.length === 0) found.effects.push(target)
      for (const specifier of statement.specifiers) {
        if (specifier.type !== 'ImportSpecifier')
          found.imports.set(specifier.local.name, {
            target,
            name: specifier.type === 'ImportDefaultSpecifier' ? 'default' : '*',
          })
        else if (specifier.importKind !== 'type')
          found.imports.set(specifier.local.name, { target, name: exportedName(specifier.imported) })
      }
    } else if (statement.type === 'ExportAllDeclaration') {
      const target = targetOf(statement.source.value)
      if (statement.exported === null) found.stars.push(target)
      else found.exports.set(exportedName(statement.exported), { target, name: '*' })
    } else if (statement.type === 'ExportDefaultDeclaration') {
      addPart(statement.declaration, ['default', ...declaredNames(statement.declaration)])
      found.exports.set('default', 'default')
    } else if (statement.type === 'ExportNamedDeclaration') {
      for (const specifier of statement.specifiers) {
        const name = exportedName(specifier.local)
        const target = statement.source === null ? null : targetOf(statement.source.value)
        found.exports.set(exportedName(specifier.exported), target === null ? name : { target, name })
      }
      if (statement.declaration !== null) {
        const names = declaredNames(statement.declaration)
        addPart(statement.declaration, names)
        for (const name of names) found.exports.set(name, name)
      }
    } else addPart(statement, declaredNames(statement))
  }
  return found
}

/** What an entry point of Next uses: messages that it reads and sends, and packages. */
export interface Reach {
  /** Nouns that components in the browser read, each with a file that does so. */
  reads: Map<string, string>
  sends: Set<string>
  /** Names of packages (`next/headers#cookies`), each with a file that uses it. */
  packages: Map<string, string>
}

/** Follows what an entry uses: on the server up to `'use client'`, and from there on in the browser. */
export function trace(entry: string, modules: ReadonlyMap<string, Module>): Reach {
  const reach: Reach = { reads: new Map(), sends: new Set(), packages: new Map() }
  const open = [{ file: entry, name: '*', isClient: false, from: entry }]
  const seen = new Set<string>()
  for (const { file, name, isClient: fromClient, from } of open) {
    const found = modules.get(file)
    if (found === undefined) {
      reach.packages.set(`${file}#${name}`, from)
      continue
    }
    const isClient = fromClient || found.isClient
    const add = (target: string, wanted: string) => {
      const key = `${target}#${wanted}#${isClient}`
      if (seen.has(key)) return
      seen.add(key)
      open.push({ file: target, name: wanted, isClient, from: file })
    }
    const use = (part: Part) => {
      for (const noun of isClient ? part.reads : []) if (!reach.reads.has(noun)) reach.reads.set(noun, file)
      if (!isClient) for (const noun of part.sends) reach.sends.add(noun)
      for (const target of part.loads) add(target, '*')
      for (const local of part.refers) {
        const binding = found.imports.get(local)
        if (binding === undefined) add(file, `=${local}`)
        else add(binding.target, binding.name)
      }
    }
    // `=name` is a name within the file; anything else is an exported name.
    if (name.startsWith('=')) {
      for (const part of found.parts) if (part.declares.includes(name.slice(1))) use(part)
      continue
    }
    for (const part of found.parts) if (part.declares.length === 0) use(part)
    for (const target of found.effects) add(target, '')
    const exported = name === '*' ? [...found.exports.values()] : [found.exports.get(name) ?? []].flat()
    for (const binding of exported) {
      if (typeof binding === 'string') {
        const imported = found.imports.get(binding)
        if (imported === undefined) add(file, `=${binding}`)
        else add(imported.target, imported.name)
      } else add(binding.target, binding.name)
    }
    if (!found.exports.has(name) && name !== '') for (const target of found.stars) add(target, name)
  }
  return reach
}
