import type { BodyField, ExplorerField, FieldKind } from './schema'

/**
 * JSON Schema as zod writes it, with the keywords that `meta` adds in the table of operations. Forms and examples are
 * created from it.
 */
export interface JsonSchema {
  type?: string
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  items?: JsonSchema
  anyOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  format?: string
  minimum?: number
  maximum?: number
  description?: string
  examples?: readonly unknown[]
  repeats?: boolean
  whenAbsent?: string
  suggestions?: readonly string[]
  prefill?: readonly string[]
  idOf?: string
}

/** The actual schema, without a wrapper that only allows null. */
function unwrap(schema: JsonSchema): JsonSchema {
  const { anyOf, ...own } = schema
  const choices = anyOf?.filter(({ type }) => type !== 'null') ?? []
  const [only] = choices
  return only !== undefined && choices.length === 1 ? { ...unwrap(only), ...own } : schema
}

/** The operation that returns the ids of a path, by their name in the path. */
const idSources: Readonly<Record<string, string>> = {
  auditId: 'searchInspections',
  mediaId: 'getInspection',
  exportId: 'startExport',
  filename: 'getExport',
  statusGroupId: 'listStatusGroups',
  assetId: 'listAssets',
  typeId: 'listAssetTypes',
  jobId: 'listUpsertJobs',
  userId: 'listUsers',
  groupId: 'listGroups',
  collectionId: 'listTrainingCollections',
  courseId: 'listTrainingCourses',
  pathId: 'listTrainingPaths',
  rapidRefreshId: 'listRapidRefreshes',
  webhookId: 'listWebhooks',
  responseSetId: 'listResponseSets',
}

/** The ids of a path such as `/audits/:auditId/media/:mediaId`. All are required. */
export function listPathFields(path: string): ExplorerField[] {
  return [...path.matchAll(/\/:([A-Za-z]+)/g)].map(([, name = '']) => {
    // Starting a report returns its id. Its name in the path is the same as for exports.
    const idOf = path.includes('/report/') && name === 'exportId' ? 'startReport' : (idSources[name] ?? null)
    return Object.assign({}, plain, { name, isRequired: true, idOf })
  })
}

const plain: Omit<ExplorerField, 'name'> = {
  kind: 'text',
  isRequired: false,
  words: null,
  whenAbsent: null,
  choices: [],
  suggestions: [],
  example: null,
  prefill: [],
  least: null,
  most: null,
  idOf: null,
}

/** The parameters of a query. */
export function listQueryFields(schema: JsonSchema): ExplorerField[] {
  return Object.entries(schema.properties ?? {}).map(([name, given]) => {
    const field = unwrap(given)
    const [example] = field.examples ?? []
    const choices = listChoices(field)
    return {
      name,
      kind: kindOf(field, choices),
      isRequired: schema.required?.includes(name) === true,
      words: field.description ?? null,
      whenAbsent: field.whenAbsent ?? null,
      choices,
      suggestions: field.suggestions ?? [],
      example: typeof example === 'string' || typeof example === 'number' ? String(example) : null,
      prefill: field.prefill ?? [],
      least: field.minimum ?? null,
      most: field.maximum ?? null,
      idOf: field.idOf ?? null,
    }
  })
}

function listChoices({ enum: words, anyOf = [] }: JsonSchema): string[] {
  const all = words ?? anyOf.flatMap((one) => one.enum ?? [])
  return all.filter((word): word is string => typeof word === 'string')
}

function kindOf(field: JsonSchema, choices: readonly string[]): FieldKind {
  if (field.repeats === true || field.type === 'array') return 'list'
  if (choices.length > 0) return 'choice'
  if (field.type === 'integer' || field.type === 'number') return 'number'
  return field.format === 'date-time' ? 'time' : 'text'
}

const depthMax = 5

/** The fields of a body; each follows the field that contains it. */
export function listBodyFields(schema: JsonSchema, prefix = '', depth = 0): BodyField[] {
  const { properties = {}, required = [] } = unwrap(schema)
  if (depth >= depthMax) return []
  const places: BodyField[] = []
  for (const [name, given] of Object.entries(properties)) {
    const field = unwrap(given)
    const path = `${prefix}${name}`
    const inner = field.items === undefined ? field : unwrap(field.items)
    places.push({
      path,
      type: typeOf(field),
      isRequired: required.includes(name),
      words: field.description ?? null,
      idOf: field.idOf ?? inner.idOf ?? null,
    })
    const below = field.items === undefined ? `${path}.` : `${path}[].`
    places.push(...listBodyFields(inner, below, depth + 1))
  }
  return places
}

function typeOf(field: JsonSchema): string {
  const choices = listChoices(field)
  if (choices.length > 0 && field.type !== 'boolean') return choices.join(' | ')
  if (field.type === 'array') return `list of ${typeOf(unwrap(field.items ?? {}))}`
  if (field.anyOf !== undefined) return field.anyOf.map(typeOf).join(' or ')
  return field.type ?? 'any'
}

/** An example value with all fields that are required or have an example. */
export function exampleOf(given: JsonSchema): unknown {
  const schema = unwrap(given)
  const [example] = schema.examples ?? []
  if (example !== undefined) return example
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.anyOf !== undefined) return exampleOf(schema.anyOf[0] ?? {})
  if (schema.type === 'array') return [exampleOf(schema.items ?? {})]
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0
  if (schema.type === 'boolean') return false
  if (schema.type === 'string') return ''
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name, field]) => required.includes(name) || hasExample(field))
      .map(([name, field]) => [name, exampleOf(field)]),
  )
}

function hasExample(given: JsonSchema): boolean {
  const { examples, items, properties = {} } = unwrap(given)
  if (examples !== undefined || (items !== undefined && hasExample(items))) return true
  return Object.values(properties).some(hasExample)
}
