import * as z from 'zod'
import { AppError } from '@/lib/errors'
import { describeIssue } from '@/lib/input-issues'
import { serverText } from '@/lib/server-text'
import { operationNames, operationOf, type OperationName } from './endpoints'
import type { Plan } from './exchange'
import type { Operation } from './operation'
import { compilePath, encodeQuery, fillPath, type PathTemplate } from './path'
import type { RawInput } from './types'

/** An operation of the table, prepared for calls. */
export interface Compiled {
  name: OperationName
  operation: Operation
  path: PathTemplate
  /** Reads in flight are shared; nothing else is. */
  isShared: boolean
}

/** Any operation's typed input, without its types. */
export interface LooseInput {
  params?: Readonly<Record<string, string>> | undefined
  query?: unknown
  body?: unknown
}

function compile(name: OperationName): Compiled {
  const operation = operationOf(name)
  const isRead = operation.repeatable && operation.permission.endsWith(':read')
  return { name, operation, path: compilePath(operation.path), isShared: isRead && operation.answers === 'json' }
}

/** All operations of the table by name. */
export function compileOperations(): ReadonlyMap<string, Compiled> {
  return new Map(operationNames.map((name) => [name, compile(name)]))
}

/** The request of a call, and how its response is read. */
export function planExchange(
  target: Compiled,
  input: RawInput,
  { read, requestId }: { read: 'whole' | 'small'; requestId: string | undefined },
): Plan {
  const { operation } = target
  const rules = { kind: operation.answers, read } as const
  return {
    operation: target.name,
    bucket: operation.bucket,
    repeatable: operation.repeatable,
    rules,
    request: {
      method: operation.method,
      path: fillPath(target.path, input.params) + encodeQuery(input.query),
      headers: input.headers,
      body: input.body ?? null,
      accept: input.headers?.['accept'] ?? (operation.answers === 'file' ? '*/*' : 'application/json'),
      requestId,
      rules,
    },
  }
}

/**
 * A typed call's input as it is sent; `body` is JSON.
 * @throws AppError invalid, with the fields that do not fit the operation
 */
export function toRawInput(operation: Operation, input: LooseInput): RawInput & { body?: string } {
  const body =
    input.body === undefined ? undefined : JSON.stringify(parseInput(operation.body ?? z.never(), input.body))
  return {
    query: listQuery(parseInput(operation.query, input.query ?? {})),
    ...(input.params === undefined ? {} : { params: input.params }),
    ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
  }
}

function parseInput(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value, { error: describeIssue })
  if (parsed.success) return parsed.data
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  throw new AppError('invalid', serverText('service.invalidInput'), {
    details: { fields },
  })
}

function listQuery(query: unknown): Array<readonly [string, string]> {
  const pairs: Array<readonly [string, string]> = []
  for (const [name, value] of Object.entries(query as Record<string, unknown>))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean')
        pairs.push([name, String(one)])
  return pairs
}
