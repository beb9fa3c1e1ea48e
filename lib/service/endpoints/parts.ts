import * as z from 'zod'

/**
 * What the rows of the table share. Every object is loose: a field we do not know passes through untouched. What a schema
 * says with `meta` is for people: forms are made from it (`lib/explorer/fields.ts`), nothing is refused by it.
 */
export const looseObject = z.looseObject({})

/** An instant in an answer: read by whoever needs it, so that an odd one harms nothing else. */
export const instant = z.string()

/** A repeated query parameter, or one value of it. */
export const oneOrMany = z.union([z.string(), z.array(z.string())]).meta({ repeats: true })

const zoned = /(?:[Zz]|[+-]\d\d:?\d\d)$/

/** An instant with its zone, as a parameter: 2026-01-31T08:00:00.000Z. */
export const instantParameter = z
  .string()
  .refine(
    (text) => zoned.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a time with its zone, such as 2026-01-31T08:00:00.000Z',
  )
  .meta({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] })

const dateOrTime = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/

/**
 * A bound of time in a search. The contract asks for an instant with its zone. Official clients of the service also send a
 * date, a time without an offset, and an empty text for no bound; those go on as they are, and the service reads them.
 */
export const boundParameter = (description: string) =>
  z
    .string()
    .refine(
      (text) => text === '' || (dateOrTime.test(text) && !Number.isNaN(Date.parse(text))),
      'must be a date or a time, such as 2026-01-31T08:00:00.000Z',
    )
    .meta({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'], description })

/** A whole number, also as the text that a query is made of. */
export const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number<number | string>({ error }).int(error).min(least, error).max(most, error)
}

/** Yes or no, also as the text that a query is made of. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })

/** One of a few words. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` })

/** An identifier of the service; `source` is the operation that lists such. */
export const idFrom = (source: string, description?: string) =>
  z
    .string({ error: 'must be an identifier' })
    .min(1, 'must be an identifier')
    .meta({ idOf: source, ...(description === undefined ? {} : { description }) })

export const templateIdParameter = idFrom('searchTemplates', 'Only of this template.')

/** Body of a list in pages. */
export const paged = (most: number) => ({
  page_size: whole(0, most)
    .meta({ description: `How many of a page, at most ${most}.`, examples: [Math.min(50, most)] })
    .optional(),
  page_token: z
    .string()
    .meta({ description: 'The next_page_token of the page before; empty for the first.' })
    .optional(),
})

/** Query of a list in numbered pages. */
export const numberedPages = {
  page: whole(1, 1_000_000).meta({ description: 'Which page, the first is 1.', whenAbsent: '1' }).optional(),
  pageSize: whole(1, 1000).meta({ description: 'How many of a page, at most 1,000.' }).optional(),
}

export const maskParameter = (fields: string) =>
  z
    .string({ error: 'must name the fields to change, with commas between them' })
    .min(1, 'must name the fields to change, with commas between them')
    .meta({
      description: 'The fields to change, with commas between them. What it names and the body leaves out is emptied.',
      examples: [fields],
    })

const row = { lane: 'person', query: looseObject, answer: looseObject } as const

/** A read: may be sent again, also where the service wants POST for it. */
export const read = { ...row, repeatable: true, answers: 'json', body: null } as const

/** A write: never sent again by itself, because someone else may have acted in between. */
export const write = { ...row, repeatable: false, answers: 'json', body: null } as const

/** A read that answers bytes. */
export const file = { ...row, repeatable: true, answers: 'file', body: null, answer: z.unknown() } as const

/** Paths without a row of their own in the rate table share one limit. */
export const other = { bucket: 'other', perMinute: 800 } as const
