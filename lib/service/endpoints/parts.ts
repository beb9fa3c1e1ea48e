import * as z from 'zod'

/** What the rows of the table share. Every object is loose: a field we do not know passes through untouched. */
export const looseObject = z.looseObject({})

export const instant = z.string()

/** A repeated query parameter, or one value of it. */
export const oneOrMany = z.union([z.string(), z.array(z.string())])

const row = { lane: 'person', query: looseObject, answer: looseObject } as const

/** A read: may be sent again, also where the service wants POST for it. */
export const read = { ...row, repeatable: true, answers: 'json', body: null } as const

/** A write: never sent again by itself, because someone else may have acted in between. */
export const write = { ...row, repeatable: false, answers: 'json', body: null } as const

/** A read that answers bytes. */
export const file = { ...row, repeatable: true, answers: 'file', body: null, answer: z.unknown() } as const

/** Paths without a row of their own in the rate table share one limit. */
export const other = { bucket: 'other', perMinute: 800 } as const
