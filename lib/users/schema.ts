import * as z from 'zod'
import { tableFormats } from '@/lib/csv/formats'
import { serverText } from '@/lib/server-text'

/** Users of the organization, as the index of this console has them: SafetyCulture finds whole addresses alone. */

const instant = z.iso.datetime({ offset: true })
/** As many addresses as one search may name. */
export const emailsMax = 100
/** How often all users are listed, in minutes. */
export const listUsersEveryMinutes = 60
/** Rows of users that the service does not have any more are deleted after so many days. */
export const removedUserDays = 90

export const userMention = z.object({
  jobId: z.uuid(),
  at: instant,
  /** The result for the user in that import. */
  state: z.string(),
})

export const userRow = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  /** `full`, `lite`, `guest`, ..., or the service's own word. */
  seat: z.string().nullable(),
  /** Null: not known. */
  groups: z.array(z.string()).nullable(),
  /** Null: not known. */
  sites: z.array(z.string()).nullable(),
  timezone: z.string().nullable(),
  /** `active`, `deactivated`, `removed` (the service does not have it any more), or the service's own word. */
  status: z.string().nullable(),
  /** The latest import of this console that named the user; null when none did. */
  lastImport: userMention.nullable(),
})
export type UserRow = z.infer<typeof userRow>

export const userSortNames = ['name', 'email', 'seat', 'groups', 'sites', 'timezone', 'status', 'imported'] as const
export type UserSortName = (typeof userSortNames)[number]
export type UserSort = UserSortName | `-${UserSortName}`
export const userSorts = userSortNames.flatMap((name): UserSort[] => [name, `-${name}`])

/** Filters that hold several values. */
export const userFacetNames = ['seat', 'group', 'site', 'timezone', 'status'] as const
export type UserFacetName = (typeof userFacetNames)[number]
/** In place of a value: users without one. */
export const noValue = 'none'

/** Text of the index never holds NUL, and the database would not take it. */
const asked = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => !text.includes('\0'), serverText('common.fields.badCharacter'))
const choices = z.array(asked(500)).max(100).default([])

/** What a list of users is asked by, in the URL of the page and of the API alike. Groups and sites go by their names. */
export const userFilter = z.object({
  /** Parts of names and addresses that must all be in it; two or more whole addresses find each of them. */
  q: asked(8_000).default(''),
  /** Whole addresses. */
  email: z.array(asked(320)).max(emailsMax).default([]),
  seat: choices,
  group: choices,
  site: choices,
  timezone: choices,
  status: choices,
  sort: z.enum(userSorts).default('name'),
})
export type UserFilter = z.output<typeof userFilter>

/** Query of GET /api/users. */
export const userQuery = userFilter.extend({
  after: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Query of GET /api/users/export; times are written in `tz`, `columns` are those of the list's address. */
export const userExportQuery = userFilter.extend({
  tz: z.string().max(100).optional(),
  columns: z.string().max(1_000).optional(),
  format: z.enum(tableFormats).default('csv'),
})
export type UserExportQuery = z.output<typeof userExportQuery>

/** How much of the users the index has, and as of when. */
export const userReach = z.object({
  /** When the newest whole listing ended; null before the first. */
  refreshedAt: instant.nullable(),
  /** Why the newest listing did not complete; null when it did. */
  trouble: z.enum(['refused', 'failed']).nullable(),
  message: z.string().nullable(),
  /** How many users the listing under way has read; null when none is. */
  readCount: z.number().int().nullable(),
  /** Why groups are not known or old; null when they are as of the newest listing. */
  groupsTrouble: z.string().nullable(),
})
export type UserReach = z.infer<typeof userReach>

export const userPage = z.object({
  rows: z.array(userRow),
  after: z.string().nullable(),
  total: z.number().int(),
  /** Addresses asked for that no user has. */
  missing: z.array(z.string()),
  reach: userReach,
})
export type UserPage = z.infer<typeof userPage>

const facetValue = z.object({ value: z.string(), count: z.number().int() })
/** Values for the filters, each with its count under all other filters. Answer of GET /api/users/facets. */
export const userFacets = z.record(z.enum(userFacetNames), z.array(facetValue))
export type UserFacets = z.infer<typeof userFacets>

/** An import that named a user. */
export const userImport = userMention.extend({
  sourceName: z.string(),
  kind: z.enum(['check', 'run']),
  /** Row of the file, from 1 without its header row. */
  line: z.number().int(),
})

/** Answer of GET /api/users/[userId]. */
export const userDetail = userRow.extend({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  locale: z.string().nullable(),
  groupList: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  /** What the service says beside all this, as it came. */
  rest: z.record(z.string(), z.unknown()),
  seenAt: instant,
  removedAt: instant.nullable(),
  imports: z.array(userImport),
  reach: userReach,
})
export type UserDetail = z.infer<typeof userDetail>

/** Answer of POST /api/users/refresh: the listing was requested, and open screens follow its progress. */
export const userRefreshAnswer = z.object({ isAsked: z.literal(true) })

/** The addresses in a pasted text: split at spaces, commas, semicolons and lines; `Name <a@x>` gives a@x. */
export function splitEmails(text: string): string[] {
  const found = text.match(/[^\s,;<>"']+@[^\s,;<>"']+/g) ?? []
  return [...new Set(found.map((email) => email.toLowerCase()))]
}
