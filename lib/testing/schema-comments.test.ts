import { expect, it } from 'vitest'
import { readSchemaComments } from './schema-comments'

it('readSchemaComments reads the comments of schemas and of their own fields, but no comments for maintainers', () => {
  const text = `/** A thing as it crosses the API. */
export const thing = z.object({
  /** Its name,
   * as people know it. */
  name: z.string(),
  plain: z.string(),
  /** See \`readThing\` in queries.ts. */
  hidden: z.string(),
})

export const other = z.object({
  /** How many. */
  count: z.number(),
})
`
  expect([...readSchemaComments(text)]).toEqual([
    ['thing', { description: 'A thing as it crosses the API.', fields: { name: 'Its name, as people know it.' } }],
    ['other', { fields: { count: 'How many.' } }],
  ])
})
