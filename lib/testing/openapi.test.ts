import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { makeOpenApi, openApiFile } from './openapi'

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.enum(['path', 'query']) })).optional(),
})
const document = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) })

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
    const find = (ref: string) =>
      ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined), known)
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(500)
    expect(refs.filter((ref) => find(ref) === undefined)).toEqual([])
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
