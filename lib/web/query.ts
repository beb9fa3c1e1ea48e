import type * as z from 'zod'
import { AppError } from '@/lib/errors'
import { describeIssue } from '@/lib/input-issues'
import { cutText, serverText } from '@/lib/server-text'

interface Definition {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  shape?: Record<string, z.ZodType>
}

function definitionOf(schema: z.ZodType): Definition {
  // zod stores the definition under _zod.def. The type of zod itself is a union of many classes, which could not be
  // walked without naming each one.
  return schema._zod.def
}

/** Follows wrappers such as optional, default, nullable and preprocess to the actual schema. */
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

export interface QueryNames {
  names: ReadonlySet<string>
  /** Parameters that can have several values. */
  lists: ReadonlySet<string>
}

/** The parameters that an object schema defines; none without a schema. */
export function queryNames(schema: z.ZodType | undefined): QueryNames {
  const fields = schema === undefined ? [] : Object.entries(definitionOf(unwrap(schema)).shape ?? {})
  const isList = ([, field]: [string, z.ZodType]) => definitionOf(unwrap(field)).type === 'array'
  return { names: new Set(fields.map(([name]) => name)), lists: new Set(fields.filter(isList).map(([name]) => name)) }
}

/**
 * Query parameters as a plain object without prototype. A value is an array if the schema expects one, else a string. A
 * repeated parameter is refused if the schema expects one value. An unknown parameter is refused too, because a
 * mistyped filter would otherwise return everything, and so is a value that cannot be stored.
 * @throws AppError invalid, naming each parameter
 */
export function readQuery(search: URLSearchParams, { names, lists }: QueryNames): Record<string, string | string[]> {
  const unknown = [...new Set(search.keys())].filter((name) => !names.has(name)).slice(0, fieldsMax)
  if (unknown.length > 0)
    throw new AppError('invalid', serverText('web.unknownParameter'), {
      details: {
        fields: Object.fromEntries(
          unknown.map((name) => [name.slice(0, 60), serverText('web.fields.unknownParameter')]),
        ),
      },
    })
  const query = Object.create(null) as Record<string, string | string[]>
  for (const [name, value] of search) {
    // PostgreSQL has no text with this character.
    if (value.includes('\0'))
      throw new AppError('invalid', serverText('web.invalid'), {
        details: { fields: { [name.slice(0, 60)]: serverText('common.fields.badCharacter') } },
      })
    const before = query[name]
    if (lists.has(name)) {
      if (Array.isArray(before)) before.push(value)
      else query[name] = [value]
    } else if (before === undefined) query[name] = value
    else
      throw new AppError('invalid', serverText('web.parameterTwice'), {
        details: { fields: { [name.slice(0, 60)]: serverText('web.fields.twice') } },
      })
  }
  return query
}

const fieldsMax = 50
/** Large enough for a server text in stored form, which is longer than the text that people read. */
const fieldCharsMax = 2_000

/** The issues that zod found, as field -> text. Values are never quoted. */
export function describeIssues(error: z.ZodError): Record<string, string> {
  const fields: Array<[string, string]> = []
  for (const issue of error.issues.slice(0, fieldsMax)) {
    const path = issue.path.map(String).join('.').slice(0, 120)
    fields.push([path === '' ? 'body' : path, cutText(issue.message, fieldCharsMax)])
  }
  return Object.fromEntries(fields)
}

/** @throws AppError invalid with one sentence per field */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  throw new AppError('invalid', serverText('web.invalid'), {
    details: { fields: describeIssues(result.error) },
  })
}
