import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { makeOpenApi, openApiFile } from './openapi'

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']), description: z.string().optional() }))
    .optional(),
  requestBody: z
    .looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown().optional() })) })
    .optional(),
})
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The value at a reference such as `#/components/schemas/Rule`; undefined if there is none. */
const find = (within: unknown, ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (isJson(at) ? at[key] : undefined), within)

/** Whether a property has a description, a component has it in its place, or its value is fixed. */
function isDescribed(schema: unknown, known: unknown): boolean {
  if (!isJson(schema)) return false
  if ('description' in schema || 'const' in schema) return true
  if (typeof schema['$ref'] === 'string') return isDescribed(find(known, schema['$ref']), known)
  const parts = Array.isArray(schema['anyOf']) ? schema['anyOf'].filter((part: Json) => part['type'] !== 'null') : []
  return parts.length === 1 && isDescribed(parts[0], known)
}

/** The paths of all properties of a schema, of the schemas in it, and of the components that it refers to. */
function listProperties(schema: unknown, known: unknown): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const visited = new Set<string>()
  const visit = (value: unknown, at: string) => {
    if (!isJson(value)) return
    const { $ref: ref, properties, ...rest } = value
    if (typeof ref === 'string' && !visited.has(ref)) {
      visited.add(ref)
      visit(find(known, ref), ref.slice(ref.lastIndexOf('/') + 1))
    }
    for (const [name, property] of Object.entries(isJson(properties) ? properties : {})) {
      found.set(`${at}.${name}`, property)
      visit(property, `${at}.${name}`)
    }
    for (const key of ['items', 'additionalProperties']) visit(rest[key], `${at}[]`)
    for (const key of ['anyOf', 'oneOf', 'allOf'])
      for (const [index, part] of (Array.isArray(rest[key]) ? rest[key] : []).entries()) visit(part, `${at}(${index})`)
  }
  visit(schema, '')
  return found
}

let text = ''
let operations: Array<z.infer<typeof operation> & { path: string; method: string }> = []

beforeAll(async () => {
  text = await makeOpenApi()
  operations = Object.entries(document.parse(JSON.parse(text)).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, found]) => Object.assign(found, { path, method })),
  )
})

describe('the description of the API', () => {
  it('is valid OpenAPI 3.1 by the official schema', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(JSON.parse(text) as Record<string, unknown>)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('is up to date: `npm run openapi` writes it after routes or schemas have changed', async () => {
    await expect(text).toMatchFileSnapshot(openApiFile)
  })

  it('names each operation once, with its parameters, and has no broken references', () => {
    expect(operations.length).toBeGreaterThan(100)
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const { path, parameters = [] } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(parameters.filter((field) => field.in === 'path').map(({ name }) => name)).toEqual(inPath)
    }
    const known = JSON.parse(text) as Record<string, unknown>
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(500)
    expect(refs.filter((ref) => find(known, ref) === undefined)).toEqual([])
  })

  it('describes every parameter. Write a comment in its schema, or a text in lib/openapi/param-texts.ts', () => {
    const parameters = operations.flatMap(({ path, method, parameters: given = [] }) =>
      given.map((field) => ({ name: `${method} ${path} ${field.name}`, description: field.description })),
    )
    expect(parameters.length).toBeGreaterThan(500)
    expect(parameters.filter(({ description = '' }) => description === '').map(({ name }) => name)).toEqual([])
  })

  it('describes every property of a request body. Write a comment in its schema', () => {
    const known: unknown = JSON.parse(text)
    const properties = operations.flatMap(({ path, method, requestBody }) =>
      [...listProperties(requestBody?.content['application/json']?.schema, known)].map(([at, property]) => ({
        name: `${method} ${path} ${at}`,
        property,
      })),
    )
    expect(properties.length).toBeGreaterThan(300)
    expect(properties.filter(({ property }) => !isDescribed(property, known)).map(({ name }) => name)).toEqual([])
  })

  it(
    'offers tokens no operations on people, accounts and tokens, and leaves out operations for browsers',
    { tags: ['S36'] },
    () => {
      const forTokens = operations.filter(({ security }) => security.some((way) => 'apiToken' in way))
      expect(forTokens.filter(({ path }) => /^\/api\/(people|account)/.test(path))).toEqual([])
      expect(forTokens.map(({ operationId }) => operationId)).toContain('getInspections')
      expect(operations.filter(({ path }) => /^\/api\/(auth|events|csp-report)/.test(path))).toEqual([])
    },
  )
})
