import { expect, it } from 'vitest'
import { SchemaCommentReader, type SchemaComments } from './schema-comments'

// Imports are indented, so that the structure test does not read them as imports of this file.
const schema = `
  import * as z from 'zod'
  import * as ids from './ids'

/** A comment of the file. */

const kind = z.string()
/** \`small\` or \`large\`. */
const sizes = ['small', 'large'] as const
const fields = {
  /** How many. */
  count: z.number().default(1),
}

/** A thing as it crosses the API. */
export const thing = z.object({
  /** Its name,
   * as people know it. */
  name: z.string(),
  kind,
  /** See \`readThing\` in queries.ts. */
  hidden: z.string(),
  size: z.enum(sizes).optional(),
  of: ids.thingId,
  ...fields,
})

export const change = thing.omit({ kind: true }).extend({ parts: z.array(z.object({
  /** Where it is. */
  place: z.string(),
})).nullable(), name: thing.shape.name.optional(), by: z.discriminatedUnion('kind', [
  /** Done by a person. */
  z.object({ kind: z.literal('person') }),
  z.object({ kind: z.literal('rule') }),
]) })
`
const route = `
  import * as z from 'zod'
  import { thing } from './schema'

const params = z.object({
  /** ID of the thing. */
  thingId: z.string(),
})
export const GET = route({ params, query: thing.partial() }, () => null)
`
const reader = new SchemaCommentReader([
  { file: 'schema.ts', text: schema, imports: [{ specifier: './ids', target: 'ids.ts' }] },
  {
    file: 'ids.ts',
    text: `/** ID of a thing. */\nexport const thingId = z.string().brand()\n`,
    imports: [],
  },
  { file: 'route.ts', text: route, imports: [{ specifier: './schema', target: 'schema.ts' }] },
])

/** The texts that were found, by path: a text in brackets comes from the constant that a field refers to. */
function listTexts({ description, inherited, fields, members }: SchemaComments, at = ''): string[] {
  const own = description ?? (inherited === null ? null : `(${inherited})`)
  return [
    ...(own === null ? [] : [`${at}: ${own}`]),
    ...Object.entries(fields).flatMap(([name, field]) => listTexts(field, `${at}.${name}`)),
    ...members.flatMap((member, index) => listTexts(member, `${at}|${index}`)),
  ]
}

it('reads the comments of a schema and its fields, but not of the file, and not those for maintainers', () => {
  expect(listTexts(reader.readConstant('thing', 'schema.ts'))).toEqual([
    ': A thing as it crosses the API.',
    '.name: Its name, as people know it.',
    '.size: (`small` or `large`.)',
    '.of: (ID of a thing.)',
    '.count: How many.',
  ])
})

it('reads the comments of fields that come from another schema, of fields in fields, and of members of a union', () => {
  expect(listTexts(reader.readConstant('change', 'schema.ts'))).toEqual([
    '.name: (Its name, as people know it.)',
    '.size: (`small` or `large`.)',
    '.of: (ID of a thing.)',
    '.count: How many.',
    '.parts.place: Where it is.',
    '.by|0: Done by a person.',
  ])
})

it('reads the comments of the parameters of a route, also from imported schemas', () => {
  expect(
    listTexts({ description: null, inherited: null, fields: reader.readParameters('route.ts'), members: [] }),
  ).toEqual([
    '.thingId: ID of the thing.',
    '.name: Its name, as people know it.',
    '.size: (`small` or `large`.)',
    '.of: (ID of a thing.)',
    '.count: How many.',
  ])
})
