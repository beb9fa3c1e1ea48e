import * as z from 'zod'
import { roles } from '@/lib/access/permissions'
import { accountSession } from '@/lib/account/schema'
import { isTimeZone } from '@/lib/time/time-format'
import { serverText } from '@/lib/server-text'
import { invitation } from './invitation-schema'
import { directions, peopleSorts, personStates } from './values-model'

/** The list of people and invitations for admins. */

export const signInMethods = ['password', 'passkey', 'single-sign-on'] as const
export const secondFactors = ['app', 'passkey'] as const
export type PersonState = (typeof personStates)[number]

export const person = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isDisabled: z.boolean(),
  methods: z.array(z.enum(signInMethods)),
  secondFactors: z.array(z.enum(secondFactors)),
  /** Null: not since recording began. */
  lastSeenAt: z.string().nullable(),
  createdAt: z.string(),
})
export type Person = z.infer<typeof person>

export const peopleList = z.object({
  people: z.array(person),
  /** Invitations that were neither accepted nor revoked. */
  invitations: z.array(invitation),
  /** Whether invitations are also sent by email. */
  isMailed: z.boolean(),
})
export type PeopleList = z.infer<typeof peopleList>

export const personDetail = z.object({
  person,
  /** Null for a person without a password. */
  passwordSetAt: z.string().nullable(),
  /** Accounts at the issuer of single sign-on. */
  identities: z.array(z.object({ issuer: z.string(), email: z.string().nullable(), lastUsedAt: z.string() })),
  sessions: z.array(accountSession),
})
export type PersonDetail = z.infer<typeof personDetail>

export type PeopleSort = (typeof peopleSorts)[number]

export const peopleFilter = z.object({
  /** Words that must all be in the name or email address. Case and accents are ignored. */
  q: z.string().max(200).optional(),
  /** Roles. With several values, any of them matches. */
  role: z.array(z.enum(roles)).max(10).optional(),
  /** States. With several values, any of them matches. */
  state: z.array(z.enum(personStates)).max(10).optional(),
  /** Column to sort by. `name` by default. `seen`: the most recently seen people first. */
  sort: z.enum(peopleSorts).optional(),
  /** `down` reverses the order. `up` by default. */
  order: z.enum(directions).optional(),
})
export type PeopleFilter = z.infer<typeof peopleFilter>

/** Parameters of the CSV: the filter of the list, and the zone of its times. */
export const peopleExportQuery = peopleFilter.extend({
  /** IANA time zone of the times in the file. UTC by default. */
  tz: z.string().max(64).refine(isTimeZone, serverText('common.notTimeZone')).optional(),
})

/** Emails that the demo stored. */
export const mailbox = z.object({
  mails: z.array(
    z.object({
      id: z.string(),
      at: z.string(),
      from: z.string(),
      to: z.string(),
      subject: z.string(),
      text: z.string(),
    }),
  ),
})
export type Mailbox = z.infer<typeof mailbox>
