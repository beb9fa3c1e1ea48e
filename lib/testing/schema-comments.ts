import { type Node, parseSync, type Program } from 'oxc-parser'
import { childrenOf, nameOf, unwrap, walk } from './messages/syntax'

/** What comments say about a schema, its fields and the members of its union. */
export interface SchemaComments {
  description: string | null
  /** The comment of the constant that the schema refers to. It is for schemas that have no description of their own. */
  inherited: string | null
  fields: Readonly<Record<string, SchemaComments>>
  members: readonly SchemaComments[]
}

/** A file, and the files that its imports lead to. */
export interface CommentSource {
  file: string
  text: string
  imports: ReadonlyArray<{ specifier: string; target: string }>
}

interface Module {
  program: Program
  /** The comment directly above a node; null if there is none, or if it is for maintainers. */
  commentOf: (node: Node) => string | null
  /** The constants of the file by name. */
  constants: ReadonlyMap<string, { value: Node; comment: string | null }>
  /** The files of imported names. The name there is `*` for a whole module. */
  imported: ReadonlyMap<string, { file: string; name: string }>
}

const none: SchemaComments = { description: null, inherited: null, fields: {}, members: [] }

/** The comments of a constant, for a schema that refers to it. */
const refer = (read: SchemaComments): SchemaComments => ({
  ...read,
  description: null,
  inherited: read.description ?? read.inherited,
})

const describe = (read: SchemaComments, comment: string | null): SchemaComments =>
  comment === null ? read : { ...read, description: comment }

const clean = (comment: string) =>
  comment
    .replaceAll(/^\s*\*\s?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A comment for maintainers names files or functions of the code. */
const isForMaintainers = (text: string) => /\.tsx?\b|\b\w+\(\)/.test(text)

const keyOf = (node: Node): string | null => (node.type === 'Literal' ? String(node.value) : nameOf(node))

function parseModule({ file, text, imports }: CommentSource): Module {
  const { program, comments, errors } = parseSync(file, text)
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const texts = new Map(
    comments
      .filter(({ type, value }) => type === 'Block' && value.startsWith('*') && !isForMaintainers(value))
      .map(({ end, value }) => [end, clean(value)]),
  )
  const commentOf = (node: Node) => {
    const before = text.slice(0, node.start)
    const end = before.trimEnd().length
    // A blank line follows the comment of the file.
    return before.slice(end).split('\n').length > 2 ? null : (texts.get(end) ?? null)
  }
  const constants = new Map<string, { value: Node; comment: string | null }>()
  const imported = new Map<string, { file: string; name: string }>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      const target = imports.find(({ specifier }) => specifier === statement.source.value)?.target ?? ''
      for (const each of statement.specifiers) {
        const name = each.type === 'ImportSpecifier' ? nameOf(each.imported) : '*'
        if (name !== null) imported.set(each.local.name, { file: target, name })
      }
    }
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declared?.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) {
      const name = nameOf(id)
      if (name !== null && init !== null) constants.set(name, { value: init, comment: commentOf(statement) })
    }
  }
  return { program, commentOf, constants, imported }
}

/**
 * Reads the doc comments of zod schemas from their code: of schemas, and of their fields at any depth, including fields
 * from `.extend()`, `...fields` and `.shape`. A field without a comment has the comment of the constant that it is
 * declared with, and an enum has the comment of its list of values.
 */
export class SchemaCommentReader {
  readonly #sources: ReadonlyMap<string, CommentSource>
  readonly #modules = new Map<string, Module>()

  constructor(sources: readonly CommentSource[]) {
    this.#sources = new Map(sources.map((source) => [source.file, source]))
  }

  /** The comments of a constant that is declared in a file or imported there. */
  readConstant(name: string, file: string): SchemaComments {
    const parsed = this.#parse(file)
    const found = parsed?.constants.get(name)
    if (found !== undefined) {
      const read = this.#read(found.value, file)
      return describe(read, found.comment ?? read.inherited)
    }
    const from = parsed?.imported.get(name)
    return from === undefined ? none : this.readConstant(from.name, from.file)
  }

  /** The comments of the parameters that the routes of a file declare as `params` and `query`. */
  readParameters(file: string): Readonly<Record<string, SchemaComments>> {
    const fields: Record<string, SchemaComments> = {}
    const add = (name: string | null, value: Node | null) => {
      if ((name === 'params' || name === 'query') && value !== null)
        Object.assign(fields, this.#read(value, file).fields)
    }
    const program = this.#parse(file)?.program
    if (program !== undefined)
      walk(program, (node) => {
        if (node.type === 'Property') add(keyOf(node.key), node.value)
        if (node.type === 'VariableDeclarator') add(nameOf(node.id), node.init)
        return undefined
      })
    return fields
  }

  #parse(file: string): Module | undefined {
    const source = this.#sources.get(file)
    const parsed = this.#modules.get(file) ?? (source === undefined ? undefined : parseModule(source))
    if (parsed !== undefined) this.#modules.set(file, parsed)
    return parsed
  }

  #read(given: Node, file: string): SchemaComments {
    const node = unwrap(given)
    switch (node.type) {
      case 'Identifier':
        return refer(this.readConstant(node.name, file))
      case 'ObjectExpression':
        return { ...none, fields: this.#readFields(node, file) }
      case 'ArrayExpression':
        return { ...none, members: childrenOf(node).map((member) => this.#readWithComment(member, member, file)) }
      case 'MemberExpression':
        return this.#readMember(node, file)
      case 'CallExpression':
        return this.#readCall(node, file)
      default:
        return none
    }
  }

  #readWithComment(value: Node, under: Node, file: string): SchemaComments {
    return describe(this.#read(value, file), this.#parse(file)?.commentOf(under) ?? null)
  }

  #readFields(node: Node, file: string): Record<string, SchemaComments> {
    const fields: Record<string, SchemaComments> = {}
    for (const child of childrenOf(node)) {
      if (child.type === 'SpreadElement') Object.assign(fields, this.#read(child.argument, file).fields)
      const key = child.type === 'Property' ? keyOf(child.key) : null
      if (child.type === 'Property' && key !== null) fields[key] = this.#readWithComment(child.value, child, file)
    }
    return fields
  }

  /** `schema.shape` has the fields of `schema`, `fields.name` is one field, and `ids.auditId` is from another file. */
  #readMember(node: Extract<Node, { type: 'MemberExpression' }>, file: string): SchemaComments {
    const name = nameOf(node.property) ?? ''
    const from = this.#parse(file)?.imported.get(nameOf(node.object) ?? '')
    if (from?.name === '*') return refer(this.readConstant(name, from.file))
    const { fields } = this.#read(node.object, file)
    return name === 'shape' ? { ...none, fields } : refer(fields[name] ?? none)
  }

  #readCall({ callee, arguments: given }: Extract<Node, { type: 'CallExpression' }>, file: string): SchemaComments {
    if (callee.type !== 'MemberExpression') return none
    const method = nameOf(callee.property) ?? ''
    const [first = none, second = none] = given.map((argument) => this.#read(argument, file))
    if (nameOf(callee.object) === 'z') return readZod(method, first, second)
    const base = this.#read(callee.object, file)
    return method === 'extend' || method === 'safeExtend'
      ? { ...none, fields: { ...base.fields, ...first.fields } }
      : base
  }
}

/** A call such as `z.object({...})`, by the comments of its arguments. */
function readZod(method: string, first: SchemaComments, second: SchemaComments): SchemaComments {
  switch (method) {
    case 'object':
    case 'strictObject':
    case 'looseObject':
      return { ...none, fields: first.fields }
    case 'array':
      return { ...none, fields: first.fields, members: first.members }
    case 'record':
      return { ...none, fields: second.fields, members: second.members }
    case 'enum':
      return { ...none, inherited: first.inherited }
    case 'union':
      return { ...none, members: first.members }
    case 'discriminatedUnion':
      return { ...none, members: second.members }
    default:
      return none
  }
}
