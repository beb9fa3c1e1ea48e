import * as fc from 'fast-check'
import type { ListedOperation } from '@/lib/openapi/model'
import type { JsonSchema, OpenApiDocument } from '@/lib/openapi/schema'

type Components = OpenApiDocument['components']['schemas']

/** One request to an operation of our API, of which any part may be wrong. */
export interface GeneratedRequest {
  params: Record<string, string>
  query: Array<[string, string]>
  /** The text of the body. Null: the request has none. */
  body: string | null
}

/** Texts that break careless code: in SQL, in paths, in numbers, in times, in objects, and in what people read. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\u202E\uFEFF',
  '0',
  '-1',
  '1.5',
  '1e400',
  'NaN',
  '2147483648',
  '9223372036854775808',
  '99999999999999999999999999',
  'true',
  'null',
  '[]',
  '{}',
  '__proto__',
  'constructor',
  '../..',
  '%2e%2e%2f',
  '//',
  "'; drop table users; --",
  '%',
  '\\',
  '"',
  '(',
  '[a-',
  '&|!:*',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00.001Z',
  'now-999999999y..now',
  '..',
  'Europe/Atlantis',
  'x'.repeat(5_000),
]
/** Texts that some field or parameter accepts. */
const plainTexts = [
  'a',
  'Leeds',
  'fork -lift "exact words"',
  '1',
  '50',
  '2026-11-01',
  '2026-11-01T08:00:00.000Z',
  'now-7d..now',
  'Europe/Berlin',
  '0 6 * * 1',
  'person@example.com',
  'https://hooks.example/a',
  '#aabbcc',
  '-modified',
  'name',
  '00000000-0000-4000-8000-000000000000',
]
const oddNumbers = [0, 1, -1, 0.5, 7, 200, 2 ** 31, 2 ** 53, -(2 ** 63), 1e300]

const recordsOf = (value: unknown) => (Array.isArray(value) ? (value as JsonSchema[]) : [])
const depthMax = 5

/** Makes values of schemas: most fit, and some are of another kind or beyond a limit. */
export class RequestMaker {
  readonly #components: Components
  readonly #text: fc.Arbitrary<string>
  readonly #any: fc.Arbitrary<unknown>

  /** `known`: ids of things that exist. */
  constructor(components: Components, known: readonly string[]) {
    this.#components = components
    this.#text = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...known) },
      { weight: 3, arbitrary: fc.constantFrom(...plainTexts) },
      { weight: 3, arbitrary: fc.constantFrom(...oddTexts) },
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    this.#any = fc.oneof(this.#text, fc.constantFrom(...oddNumbers, true, false, null), fc.jsonValue({ maxDepth: 2 }))
  }

  /** A request to `operation`. */
  request({ parameters, requestBody }: ListedOperation): fc.Arbitrary<GeneratedRequest> {
    const paths = parameters.filter((parameter) => parameter.in === 'path')
    const names = parameters.filter((parameter) => parameter.in === 'query')
    const params = fc.record(
      Object.fromEntries(paths.map(({ name, schema }) => [name, this.#mostly(this.#word(schema))])),
      { noNullPrototype: true },
    )
    const noise = fc.tuple(fc.constantFrom(...names.map(({ name }) => name), 'unknown', '__proto__'), this.#text)
    const pair = fc.oneof(noise, ...names.map(({ name, schema }) => fc.tuple(fc.constant(name), this.#word(schema))))
    // An unknown name is refused at once, so it is rare.
    const query = fc
      .uniqueArray(pair, { maxLength: 4, selector: ([name]) => name })
      .map((pairs) =>
        pairs.length % 2 === 0 ? pairs.filter(([name]) => names.some((one) => one.name === name)) : pairs,
      )
    return fc.record({ params, query, body: this.#body(requestBody) }, { noNullPrototype: true })
  }

  #body(requestBody: ListedOperation['requestBody']): fc.Arbitrary<string | null> {
    if (requestBody === undefined) return fc.constant(null)
    const schema = requestBody.content['application/json']?.schema ?? {}
    const json = fc
      .oneof({ weight: 9, arbitrary: this.#value(schema, 0) }, this.#any)
      .map((value) => JSON.stringify(value))
    return fc.oneof(
      { weight: 9, arbitrary: json },
      json.map((text) => text.slice(0, text.length / 2)),
    )
  }

  /** Sometimes another text, otherwise `usual`. */
  #mostly(usual: fc.Arbitrary<string>): fc.Arbitrary<string> {
    return fc.oneof({ weight: 2, arbitrary: usual }, this.#text)
  }

  /** The value of a parameter, as text. */
  #word(schema: JsonSchema): fc.Arbitrary<string> {
    const own = this.#resolve(schema)
    const single = own['type'] === 'array' ? ((own['items'] ?? {}) as JsonSchema) : own
    return this.#value(single, 0).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  }

  #resolve(schema: JsonSchema): JsonSchema {
    const { $ref } = schema
    return typeof $ref === 'string' ? (this.#components[$ref.replace('#/components/schemas/', '')] ?? {}) : schema
  }

  #value(given: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (depth > depthMax) return fc.constant(null)
    return fc.oneof({ weight: 19, arbitrary: this.#fitting(this.#resolve(given), depth) }, this.#any)
  }

  #fitting(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if ('const' in schema) return fc.constant(schema['const'])
    if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]))
    const choices = [...recordsOf(schema['anyOf']), ...recordsOf(schema['oneOf'])]
    if (choices.length > 0) return fc.oneof(...choices.map((one) => this.#value(one, depth + 1)))
    const { type } = schema
    if (type === 'object') return this.#object(schema, depth)
    if (type === 'array') {
      const items = this.#value((schema['items'] ?? {}) as JsonSchema, depth + 1)
      const minLength = Number(schema['minItems'] ?? 0)
      return fc.array(items, { minLength, maxLength: minLength + 2 })
    }
    if (type === 'boolean') return fc.boolean()
    if (type === 'null') return fc.constant(null)
    if (type === 'number' || type === 'integer') {
      const bounds = [schema['minimum'], schema['maximum']].filter((bound) => typeof bound === 'number')
      return fc.constantFrom(...bounds, ...oddNumbers)
    }
    if (type === 'string') {
      const longest = Number(schema['maxLength'] ?? 0)
      const isLimited = longest > 0 && longest < 20_000
      return isLimited ? fc.oneof({ weight: 5, arbitrary: this.#text }, fc.constant('x'.repeat(longest))) : this.#text
    }
    return this.#any
  }

  #object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const fields = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
    const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
    const values = Object.fromEntries(fields.map(([name, field]) => [name, this.#value(field, depth + 1)]))
    const whole = fc.record(values, { requiredKeys: required.filter((name) => name in values), noNullPrototype: true })
    return fc.oneof({ weight: 9, arbitrary: whole }, fc.record(values, { requiredKeys: [], noNullPrototype: true }))
  }
}
