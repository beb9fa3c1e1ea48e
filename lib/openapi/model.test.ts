import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { exampleOf, groupOperations, jsonOf, listOperations, listSchemaRows, writeCurl } from './model'
import { openApiDocument } from './schema'

const api = openApiDocument.parse(JSON.parse(readFileSync('lib/openapi/openapi.json', 'utf8')))
const { schemas } = api.components
const operations = listOperations(api)
const find = (name: string) => {
  const found = operations.find(({ operationId }) => operationId === name)
  if (found === undefined) throw new Error(`no operation ${name}`)
  return found
}

it('finds operations by each word of method, path, summary and permission', () => {
  const ids = (words: string) =>
    groupOperations(operations, words).flatMap((group) => group.operations.map(({ operationId }) => operationId))
  expect(ids('put review mark')).toEqual(['putReviewByAuditId'])
  expect(ids('STATUS-GROUPS:write').length).toBeGreaterThan(3)
  expect(ids('zzz')).toEqual([])
  expect(ids('')).toHaveLength(operations.length)
})

it('lists fields with their types, and below an object its own fields', () => {
  const rows = listSchemaRows(jsonOf(find('getInspections').responses['200']?.content) ?? {}, schemas)
  expect(rows.find(({ key }) => key === 'rows[].auditId')).toMatchObject({ depth: 1, type: 'string', isRequired: true })
  expect(rows.find(({ key }) => key === 'rows[].review.state')?.type).toBe('"reviewed" | "follow-up"')
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
})

it('follows a cycle of schemas only once', () => {
  const tree = { type: 'object', properties: { kids: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } }
  expect(listSchemaRows({ $ref: '#/components/schemas/Tree' }, { Tree: tree }).map(({ key }) => key)).toEqual(['kids'])
})

it('has rows, an example and a command for every operation', () => {
  for (const operation of operations) {
    const body = jsonOf(operation.requestBody?.content)
    if (body !== null) expect(exampleOf(body, schemas)).not.toBeUndefined()
    expect(writeCurl(operation, schemas, 'https://console.example')).toContain('$SIGHTLINE_TOKEN')
  }
  expect(writeCurl(find('putReviewByAuditId'), schemas, 'https://console.example')).toMatchInlineSnapshot(`
    "curl -X PUT 'https://console.example/api/review/{auditId}' \\
      -H "Authorization: Bearer $SIGHTLINE_TOKEN" \\
      -H 'Content-Type: application/json' \\
      -d '{"state":"unreviewed","version":"2026-11-23T08:00:00Z","revision":null}'"
  `)
})
