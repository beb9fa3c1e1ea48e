import * as z from 'zod'

/**
 * Shared by the rows of the table. Every object is loose: an unknown field passes through unchanged. `meta` of a schema
 * is for people: forms are made from it (`lib/explorer/fields.ts`), but nothing is refused because of it.
 */
export const looseObject = z.looseObject({})

/** A time in a response. It is parsed only where it is used, so that an invalid time has no effect elsewhere. */
export const instant = z.string()

/** A repeated query parameter, or one value of it. */
export const oneOrMany = z.union([z.string(), z.array(z.string())]).meta({ repeats: true })

const zoned = /(?:[Zz]|[+-]\d\d:?\d\d)$/

/** A time with its zone, as a parameter: 2026-01-31T08:00:00.000Z. */
export const instantParameter = z
  .string()
  .refine(
    (text) => zoned.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a time with its zone, such as 2026-01-31T08:00:00.000Z',
  )
  .meta({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'] })

const dateOrTime = /^\d{4}-\d\d-\d\d(?:[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)?)?$/

/**
 * A time bound in a search. The contract requires a time with its zone. Official clients of the service also send a
 * date, a time without an offset, and an empty text for no bound. Those are passed on unchanged, and the service reads
 * them.
 */
export const boundParameter = (description: string) =>
  z
    .string()
    .refine(
      (text) => text === '' || (dateOrTime.test(text) && !Number.isNaN(Date.parse(text))),
      'must be a date or a time, such as 2026-01-31T08:00:00.000Z',
    )
    .meta({ format: 'date-time', examples: ['2026-01-31T08:00:00.000Z'], description })

/** A whole number, also as text in a query. */
export const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.coerce.number<number | string>({ error }).int(error).min(least, error).max(most, error)
}

/** Yes or no, also as text in a query. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false'])], { error: 'must be true or false' })

/** One of a few values. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` })

/** An id of the service; `source` is the operation that lists such ids. */
export const idFrom = (source: string, description?: string) =>
  z
    .string({ error: 'must be an ID' })
    .min(1, 'must be an ID')
    .meta({ idOf: source, ...(description === undefined ? {} : { description }) })

export const templateIdParameter = idFrom('searchTemplates', 'Return only preferences of this template.')

/** Body of a paged list. */
export const paged = (most: number) => ({
  page_size: whole(0, most)
    .meta({ description: `The number of results per page, at most ${most}.`, examples: [Math.min(50, most)] })
    .optional(),
  page_token: z
    .string()
    .meta({ description: 'The next_page_token from the previous response. Leave empty for the first page.' })
    .optional(),
})

/** Query of a list with numbered pages. */
export const numberedPages = {
  page: whole(1, 1_000_000).meta({ description: 'The page number, starting at 1.', whenAbsent: '1' }).optional(),
  pageSize: whole(1, 1000).meta({ description: 'The number of results per page, at most 1,000.' }).optional(),
}

export const maskParameter = (fields: string) =>
  z
    .string({ error: 'must list the fields to change, separated by commas' })
    .min(1, 'must list the fields to change, separated by commas')
    .meta({
      description:
        'The fields to change, separated by commas. A field that is listed here but not in the body is cleared.',
      examples: [fields],
    })

const row = { lane: 'person', query: looseObject, answer: looseObject } as const

/** A read: may be sent again, even if the service requires POST for it. */
export const read = { ...row, repeatable: true, answers: 'json', body: null } as const

/** A write: never repeated automatically, because another person may have changed something in between. */
export const write = { ...row, repeatable: false, answers: 'json', body: null } as const

/** A read that returns bytes. */
export const file = { ...row, repeatable: true, answers: 'file', body: null, answer: z.unknown() } as const

/** Paths without their own row in the rate table share one limit. */
export const other = { bucket: 'other', perMinute: 800 } as const
