import 'server-only'
import * as z from 'zod'
import { isOperationName, operationNames, operationOf, type OperationName } from '@/lib/service/endpoints'
import type { Operation } from '@/lib/service/operation'
import { exampleOf, listBodyFields, listPathFields, listQueryFields, type JsonSchema } from './fields'
import type { ExplorerBody, ExplorerField, ExplorerOperation, OperationSummary, PagingKind } from './schema'

/** Every operation of the table, in the order of the table. */
export function listOperations(): OperationSummary[] {
  return operationNames.map(summarize)
}

/** An operation with its form. Null for an unknown name. */
export function readOperation(name: string): ExplorerOperation | null {
  if (!isOperationName(name)) return null
  const operation = operationOf(name)
  const queryFields = listQueryFields(toJsonSchema(operation.query))
  const body = makeBody(operation.body)
  return {
    ...summarize(name),
    isFile: operation.answers === 'file',
    pathFields: listPathFields(operation.path),
    queryFields,
    body,
    paging: operation.repeatable ? findPaging(queryFields, body) : null,
  }
}

function summarize(name: OperationName): OperationSummary {
  const { title, group, method, path, perMinute, bucket, lane, permission, repeatable, ...rest } = operationOf(name)
  return {
    name,
    title,
    group,
    method,
    path,
    perMinute,
    bucket,
    lane,
    permission,
    isRead: repeatable,
    isBeyondContract: rest.isBeyondContract === true,
    isSecret: rest.isSecret === true,
  }
}

/** The cast is safe: zod writes JSON Schema without references for schemas without cycles, and ours have none. */
function toJsonSchema(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
}

function makeBody(schema: Operation['body']): ExplorerBody | null {
  if (schema === null) return null
  const json = toJsonSchema(schema)
  const isRequired = !schema.safeParse(undefined).success
  const example = exampleOf(json)
  const isEmpty = typeof example === 'object' && example !== null && Object.keys(example).length === 0
  return {
    isRequired,
    // The schema has neither examples nor required fields, so the field stays empty.
    example: isEmpty && !isRequired ? '' : JSON.stringify(example, null, 2),
    fields: listBodyFields(json),
  }
}

function findPaging(query: readonly ExplorerField[], body: ExplorerBody | null): PagingKind | null {
  const asks = (name: string) => query.some((field) => field.name === name)
  if (asks('page')) return 'numbers'
  if (asks('page_token')) return 'query-token'
  if (body?.fields.some(({ path }) => path === 'page_token') === true) return 'body-token'
  return asks('modified_after') ? 'time' : null
}
