import 'server-only'
import * as z from 'zod'

type Json = Record<string, unknown>
type Side = 'input' | 'output'

const prefix = '#/components/schemas/'
/** Marks names of schemas that have no name of their own and are therefore written inline. */
const inlineMark = '~'

/** Calls `found` with every reference in a value. */
function findRefs(value: unknown, found: (ref: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, entry] of Object.entries(value))
    if (key === '$ref' && typeof entry === 'string') found(entry)
    else findRefs(entry, found)
}

/** A copy with renamed references, and without properties that are only for stand-alone documents. */
function rewrite(value: unknown, rename: (ref: string) => string, side: Side): unknown {
  if (Array.isArray(value)) return value.map((entry) => rewrite(entry, rename, side))
  if (typeof value !== 'object' || value === null) return value
  const copy: Json = {}
  for (const [key, entry] of Object.entries(value)) {
    if ((key === '$schema' || key === '$id') && typeof entry === 'string') continue
    // A pattern next to a format is redundant.
    if (key === 'pattern' && 'format' in value) continue
    // Fields may be added to responses later, so clients must accept unknown fields.
    if (key === 'additionalProperties' && entry === false && side === 'output') continue
    copy[key] = key === '$ref' && typeof entry === 'string' ? rename(entry) : rewrite(entry, rename, side)
  }
  return copy
}

/** What is said about a schema, its fields and the members of its union. */
interface Words {
  description: string | null
  /** For a schema that does not refer to a component, because components have their own descriptions. */
  inherited: string | null
  fields: Readonly<Record<string, Words>>
  members: readonly Words[]
}
type SchemaWords = ReadonlyMap<string, Words>

const isNull = (schema: Json) => schema['type'] === 'null'
const isReference = (schema: Json) => '$ref' in schema

/** Adds descriptions to a schema and to everything in it that has none. */
function addWords(schema: Json, words: Words): Json {
  const inside: Words = { ...words, description: null, inherited: null }
  const copy: Json = {}
  let refers = isReference(schema)
  for (const [key, entry] of Object.entries(schema)) {
    if (key === 'properties')
      copy[key] = Object.fromEntries(
        Object.entries(entry as Record<string, Json>).map(([name, field]) => {
          const said = words.fields[name]
          return [name, said === undefined ? field : addWords(field, said)]
        }),
      )
    else if (key === 'anyOf' || key === 'oneOf') {
      const parts = entry as Json[]
      const isUnion = parts.filter((part) => !isNull(part)).length === words.members.length
      refers ||= !isUnion && parts.some(isReference)
      copy[key] = parts.map((part, at) => addWords(part, (isUnion ? words.members[at] : inside) ?? inside))
    } else if ((key === 'items' || key === 'additionalProperties') && typeof entry === 'object')
      copy[key] = addWords(entry as Json, inside)
    else copy[key] = entry
  }
  const description = words.description ?? (refers ? null : words.inherited)
  return description === null || 'description' in schema ? copy : { description, ...copy }
}

interface Converted {
  /** JSON Schemas by name, including the marked names of inline schemas. */
  bySide: Record<Side, ReadonlyMap<string, Json>>
  /** Names of schemas whose input differs from their output. */
  differs: ReadonlySet<string>
}

/**
 * Turns zod schemas into JSON Schema for one document. A named schema becomes a component that others refer to. If its
 * input and output differ, the component for the input is called `...Input`.
 */
export class JsonSchemas {
  readonly #names: ReadonlyMap<z.ZodType, string>
  readonly #words: SchemaWords
  readonly #asked: Record<Side, Map<z.ZodType, string>> = { input: new Map(), output: new Map() }
  #converted: Converted | null = null

  /**
   * @param names the unique names of schemas that become components
   * @param words descriptions of schemas and their fields, by name; a schema's own description takes precedence
   */
  constructor(names: ReadonlyMap<z.ZodType, string>, words: SchemaWords = new Map()) {
    this.#names = names
    this.#words = words
  }

  /** Adds a schema. All schemas must be added before one is read. `name` is used if the schema has none of its own. */
  add(schema: z.ZodType, side: Side, name: string): void {
    this.#asked[side].set(schema, this.#names.get(schema) ?? inlineMark + name)
  }

  /** The JSON Schema of an added schema. */
  read(schema: z.ZodType, side: Side): Json {
    const json = this.#convert().bySide[side].get(this.#asked[side].get(schema) ?? '')
    if (json === undefined) throw new Error('a schema is read that was not added')
    return json
  }

  /** A reference to a schema, or the schema itself if it has no name. */
  refer(schema: z.ZodType, side: Side): Json {
    const name = this.#names.get(schema)
    if (name === undefined) return this.read(schema, side)
    const isOther = side === 'input' && this.#convert().differs.has(name)
    return { $ref: `${prefix}${name}${isOther ? 'Input' : ''}` }
  }

  /** The description of the component that a schema refers to, if there is one. */
  describe({ $ref: ref }: Json): string | undefined {
    const name = typeof ref === 'string' ? ref.slice(prefix.length).replace(/Input$/, '') : ''
    const description = this.#convert().bySide.input.get(name)?.['description']
    return typeof description === 'string' ? description : undefined
  }

  /** The components that `value` refers to directly or indirectly, by name. */
  components(value: unknown): Record<string, Json> {
    const { bySide, differs } = this.#convert()
    const answered = findReachable(bySide.output, this.#asked.output.values())
    const all = new Map<string, Json>()
    for (const [name, json] of bySide.input) all.set(differs.has(name) ? `${name}Input` : name, json)
    for (const [name, json] of bySide.output) if (answered.has(name) || !all.has(name)) all.set(name, json)
    const used = new Map<string, Json>()
    const visit = (from: unknown) =>
      findRefs(from, (ref) => {
        const name = ref.slice(prefix.length)
        const json = all.get(name)
        if (json === undefined || used.has(name)) return
        used.set(name, json)
        visit(json)
      })
    visit(value)
    return Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #convert(): Converted {
    if (this.#converted !== null) return this.#converted
    const output = this.#convertSide('output')
    const raw = this.#convertSide('input')
    const [asked, answered] = [
      findReachable(raw, this.#asked.input.values()),
      findReachable(output, this.#asked.output.values()),
    ]
    // A schema that is used only as input or only as output needs just one name.
    const differs = new Set([...findDifferences(raw, output)].filter((name) => asked.has(name) && answered.has(name)))
    const rename = (ref: string) => (differs.has(ref.slice(prefix.length)) ? `${ref}Input` : ref)
    const input = new Map([...raw].map(([name, json]) => [name, rewrite(json, rename, 'input') as Json]))
    this.#converted = { bySide: { input, output }, differs }
    return this.#converted
  }

  #convertSide(side: Side): Map<string, Json> {
    const registry = z.registry<{ id: string }>()
    for (const [schema, id] of new Map([...this.#names, ...this.#asked[side]])) registry.add(schema, { id })
    const { schemas } = z.toJSONSchema(registry, { io: side, unrepresentable: 'any', uri: (id) => prefix + id })
    const found = new Map<string, Json>()
    for (const [id, json] of Object.entries(schemas)) {
      const parts: Json = id === '__shared' ? prefixKeys(json.$defs ?? {}, 'Shared-') : Object.fromEntries([[id, json]])
      for (const [name, part] of Object.entries(parts)) {
        const rewritten = rewrite(part, renameShared, side) as Json
        const words = this.#words.get(name)
        found.set(name, words === undefined ? rewritten : addWords(rewritten, words))
      }
    }
    return found
  }
}

/** zod puts unnamed schemas that form a cycle into `__shared`. */
const renameShared = (ref: string) => ref.replace('__shared#/$defs/', 'Shared-')
const prefixKeys = (given: object, start: string): Json =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [start + key, value]))

/** The given names, and all names that they refer to directly or indirectly. */
function findReachable(schemas: ReadonlyMap<string, Json>, from: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    findRefs(schemas.get(name), (ref) => visit(ref.slice(prefix.length)))
  }
  for (const name of from) visit(name)
  return found
}

/** Names of schemas whose input differs from their output, or that refer to such a schema. */
function findDifferences(input: ReadonlyMap<string, Json>, output: ReadonlyMap<string, Json>): ReadonlySet<string> {
  const named = [...input].filter(([name]) => !name.startsWith(inlineMark))
  const differs = new Set<string>()
  for (const [name, json] of named) if (JSON.stringify(json) !== JSON.stringify(output.get(name))) differs.add(name)
  for (let size = -1; size !== differs.size;) {
    size = differs.size
    for (const [name, json] of named)
      findRefs(json, (ref) => {
        if (differs.has(ref.slice(prefix.length))) differs.add(name)
      })
  }
  return differs
}
