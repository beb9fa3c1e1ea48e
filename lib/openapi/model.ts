import type { JsonSchema, OpenApiDocument, OpenApiOperation } from './schema'

/** The parts of the document that the reference page shows. */

export interface ListedOperation extends OpenApiOperation {
  method: string
  path: string
  /** Whether API tokens are refused. */
  isForPeople: boolean
}

/** All operations, in the order of the document. */
export function listOperations({ paths }: OpenApiDocument): ListedOperation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const isForPeople = operation.security.length > 0 && !operation.security.some((way) => 'apiToken' in way)
      return Object.assign({}, operation, { method: method.toUpperCase(), path, isForPeople })
    }),
  )
}

/** Operations that contain every word, grouped by tag. */
export function groupOperations(
  operations: readonly ListedOperation[],
  words: string,
): Array<{ tag: string; operations: ListedOperation[] }> {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, ListedOperation[]>()
  for (const operation of operations) {
    const { method, path, summary, operationId, tags } = operation
    const text = [method, path, summary, operationId, operation['x-permission'] ?? '', ...tags].join(' ').toLowerCase()
    if (!wanted.every((word) => text.includes(word))) continue
    const tag = tags[0] ?? ''
    groups.set(tag, [...(groups.get(tag) ?? []), operation])
  }
  // Readers of this page use tokens, so operations that no token may call come last.
  const isForPeople = (members: readonly ListedOperation[]) => members.every((member) => member.isForPeople)
  return [...groups]
    .toSorted(([, a], [, b]) => Number(isForPeople(a)) - Number(isForPeople(b)))
    .map(([tag, members]) => ({ tag, operations: members }))
}

export interface SchemaRow {
  /** Path within the value, unique: `rows[].auditId`. */
  key: string
  name: string
  depth: number
  type: string
  isRequired: boolean
  note: string
}

type Components = OpenApiDocument['components']['schemas']

const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const recordsOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value.filter(isRecord) : [])
const refNameOf = ({ $ref }: JsonSchema): string | null =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : null

/** The schema that a reference names, or the given schema. */
function resolve(schema: JsonSchema, components: Components): JsonSchema {
  const name = refNameOf(schema)
  return name === null ? schema : (components[name] ?? {})
}

const alternatives = (schema: JsonSchema) => [...recordsOf(schema['anyOf']), ...recordsOf(schema['oneOf'])]

/** A type in a few words: `string | null`, `Inspection[]`, `"a" | "b"`. */
function nameType(given: JsonSchema, components: Components): string {
  const schema = resolve(given, components)
  if ('const' in schema) return JSON.stringify(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  const several = alternatives(schema)
  if (several.length > 0) return [...new Set(several.map((one) => nameType(one, components)))].join(' | ')
  if (recordsOf(schema['allOf']).length > 0) return 'object'
  if (schema['type'] === 'array') {
    const item = isRecord(schema['items']) ? nameType(schema['items'], components) : 'any'
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  const { type } = schema
  if (typeof type === 'string') return type
  return Array.isArray(type) ? type.join(' | ') : 'any'
}

function noteOf(schema: JsonSchema): string {
  const limits = [
    ['minimum', 'at least'],
    ['maximum', 'at most'],
    ['minLength', 'at least characters:'],
    ['maxLength', 'at most characters:'],
    ['maxItems', 'at most values:'],
    ['format', 'format'],
    ['default', 'default'],
  ].flatMap(([key = '', words = '']) => {
    const value = schema[key]
    // zod writes the largest safe numbers as limits of every integer.
    if (value === undefined || Math.abs(Number(value)) >= Number.MAX_SAFE_INTEGER) return []
    return [`${words} ${typeof value === 'string' ? value : JSON.stringify(value)}`]
  })
  const description = typeof schema['description'] === 'string' ? [schema['description']] : []
  return [...description, limits.join(', ')].filter((text) => text !== '').join(' ')
}

const depthMax = 5
const rowsMax = 250

/** The fields of a schema. The fields of an object follow below it. A cycle is followed once. */
export function listSchemaRows(root: JsonSchema, components: Components): SchemaRow[] {
  const rows: SchemaRow[] = []
  const visit = (given: JsonSchema, place: { key: string; depth: number; open: readonly string[] }) => {
    const name = refNameOf(given)
    if (place.depth > depthMax || (name !== null && place.open.includes(name))) return
    const inside = { ...place, open: name === null ? place.open : [...place.open, name] }
    const schema = resolve(given, components)
    for (const part of [...alternatives(schema), ...recordsOf(schema['allOf'])]) visit(part, inside)
    if (isRecord(schema['items'])) visit(schema['items'], { ...inside, key: `${place.key}[]` })
    const { properties, required } = schema
    if (!isRecord(properties)) return
    for (const [field, value] of Object.entries(properties)) {
      if (!isRecord(value) || rows.length >= rowsMax) continue
      const key = place.key === '' ? field : `${place.key}.${field}`
      // Alternatives may have a field in common.
      if (rows.some((row) => row.key === key)) continue
      rows.push({
        key,
        name: field,
        depth: place.depth,
        type: nameType(value, components),
        isRequired: Array.isArray(required) && required.includes(field),
        note: noteOf({ ...resolve(value, components), ...value }),
      })
      visit(value, { key, depth: place.depth + 1, open: inside.open })
    }
  }
  visit(root, { key: '', depth: 0, open: [] })
  return rows
}

/** An example value for a schema, with its required fields. */
export function exampleOf(given: JsonSchema, components: Components, depth = 0): unknown {
  const schema = resolve(given, components)
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  if (alternatives(schema).some(({ type }) => type === 'null')) return null
  const [first] = [...alternatives(schema), ...recordsOf(schema['allOf'])]
  if (first !== undefined) return exampleOf(first, components, depth)
  if (Array.isArray(schema['type'])) return null
  const { type } = schema
  if (type === 'object' && isRecord(schema['properties']) && depth < depthMax) {
    const { properties, required } = schema
    const wanted = Object.entries(properties).filter(([key]) => Array.isArray(required) && required.includes(key))
    return Object.fromEntries(
      wanted.map(([key, value]) => [key, isRecord(value) ? exampleOf(value, components, depth + 1) : null]),
    )
  }
  if (type === 'array') {
    const { items, minItems } = schema
    return Number(minItems ?? 0) > 0 && isRecord(items) ? [exampleOf(items, components, depth + 1)] : []
  }
  if (type === 'string') return schema['format'] === 'date-time' ? '2026-11-23T08:00:00Z' : 'string'
  if (type === 'number' || type === 'integer')
    return typeof schema['minimum'] === 'number' ? Math.max(0, schema['minimum']) : 0
  return type === 'boolean' ? false : type === 'object' ? {} : null
}

/** The schema of a JSON body or response, if there is one. */
export function jsonOf(
  content: Readonly<Record<string, { schema?: JsonSchema | undefined }>> | undefined,
): JsonSchema | null {
  return content?.['application/json']?.schema ?? null
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A curl command, with the token from the environment. */
export function writeCurl(operation: ListedOperation, components: Components, origin: string): string {
  const { method, path, parameters, requestBody } = operation
  const query = parameters
    .filter((field) => field.in === 'query' && field.required)
    .map(
      ({ name, schema }) => `${encodeURIComponent(name)}=${encodeURIComponent(String(exampleOf(schema, components)))}`,
    )
    .join('&')
  const body = jsonOf(requestBody?.content)
  const lines = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quote(`${origin}${path}${query === '' ? '' : `?${query}`}`)}`,
    `  -H "Authorization: Bearer $SIGHTLINE_TOKEN"`,
    ...(body === null
      ? []
      : [`  -H 'Content-Type: application/json'`, `  -d ${quote(JSON.stringify(exampleOf(body, components)))}`]),
  ]
  return lines.join(' \\\n')
}
