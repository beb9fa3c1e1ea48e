import type * as z from 'zod'
import { AppError } from '@/lib/errors'

interface Definition {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
}

function definitionOf(schema: z.ZodType): Definition {
  // zod keeps its definition under _zod.def; its own type is a union too wide to walk without naming each class.
  return schema._zod.def
}

/** Follows optional, default, nullable, preprocess and the like to the schema that does the work. */
function unwrap(schema: z.ZodType): z.ZodType {
  let current = schema
  for (;;) {
    const { type, innerType, in: input, out } = definitionOf(current)
    if (innerType !== undefined) current = innerType
    else if (type === 'pipe' && input !== undefined && out !== undefined)
      current = definitionOf(input).type === 'transform' ? out : input
    else return current
  }
}

/** Names of an object schema's fields that hold several values. */
export function listFields(schema: z.ZodType): ReadonlySet<string> {
  const { shape } = definitionOf(unwrap(schema))
  const names = new Set<string>()
  for (const [name, field] of Object.entries(shape ?? {}))
    if (definitionOf(unwrap(field)).type === 'array') names.add(name)
  return names
}

/**
 * Query parameters as a plain object without prototype: an array where the schema wants one, else a string. A parameter
 * given twice where one is wanted is refused rather than guessed.
 * @throws AppError invalid
 */
export function readQuery(search: URLSearchParams, lists: ReadonlySet<string>): Record<string, string | string[]> {
  const query = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of search) {
    if (name === '__proto__') throw new AppError('invalid', 'A parameter has a name that is not allowed.')
    const before = query[name]
    if (lists.has(name)) {
      if (Array.isArray(before)) before.push(value)
      else query[name] = [value]
    } else if (before === undefined) query[name] = value
    else
      throw new AppError('invalid', 'A parameter is given twice.', {
        details: { fields: { [name.slice(0, 60)]: 'is given twice' } },
      })
  }
  return query
}

const fieldsMax = 50

/** What zod found, as field -> sentence. Values are never quoted: zod's own messages do not hold them. */
export function describeIssues(error: z.ZodError): Record<string, string> {
  const fields: Array<[string, string]> = []
  for (const issue of error.issues.slice(0, fieldsMax)) {
    const path = issue.path.map(String).join('.').slice(0, 120)
    fields.push([path === '' ? 'body' : path, issue.message.slice(0, 200)])
  }
  return Object.fromEntries(fields)
}

/** @throws AppError invalid with one sentence per field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new AppError('invalid', 'Some of what was sent is not valid.', {
    details: { fields: describeIssues(result.error) },
  })
}
