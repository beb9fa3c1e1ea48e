import * as z from 'zod'
import type { SentUser } from './steps'

/** How responses about upserts are wrapped. Their keys are not documented, so several forms are offered. */
export const userShapes = ['wrapped', 'bare', 'results'] as const
export type UserShape = (typeof userShapes)[number]

/**
 * A user as the service accepts it. A wrong type makes the whole call fail. Wrong content makes only this user fail.
 */

const text = z.string().nullish()
const reference = z.looseObject({ id: text, name: text })
export type SentReference = z.infer<typeof reference>
const references = z.array(reference).nullish()
const membership = z
  .looseObject({
    add_references: references,
    remove_references: references,
    // The names that older scripts use.
    add: references,
    remove: references,
  })
  .nullish()
export type SentMembership = z.infer<typeof membership>

export const user = z.looseObject({
  username: text,
  user_id: text,
  first_name: text,
  last_name: text,
  seat_type: text,
  timezone: text,
  status: text,
  language: text,
  permission_set: reference.nullish(),
  groups: membership,
  sites: membership,
  attributes: z
    .array(
      z.looseObject({
        reference: z.looseObject({ id: text, name: text }).nullish(),
        values: z.array(z.looseObject({ string_value: text })).nullish(),
      }),
    )
    .nullish(),
})
export type User = z.infer<typeof user>

const withPassword = user.extend({ password: text })

export const passwordCharsMin = 8
export const mask = '********'

export const userEntry = z.looseObject({ user: withPassword })

/** What is stored of a sent user: everything except the password, of which only the validity is stored. */
export function keepUser({ user: { password, ...rest } }: z.infer<typeof userEntry>): SentUser {
  const has = password !== undefined && password !== null && password !== ''
  return { user: rest, password: !has ? 'none' : password.length < passwordCharsMin ? 'short' : 'fit' }
}

/** A user as the service returns it. */
export function serializeSent({ user: kept, password }: SentUser): Record<string, unknown> {
  return password === 'none' ? kept : { ...kept, password: mask }
}
