import * as z from 'zod'
import { isTimeZone } from '@/lib/time/time-format'
import { tableFormats } from '@/lib/csv/formats'
import { serverText } from '@/lib/server-text'
import { userFacetNames, type userSortNames, userSorts } from './values-model'

/**
 * Users of the organization in the index of this console. The index is needed because SafetyCulture finds only complete
 * addresses.
 */

const instant = z.iso.datetime({ offset: true })
/** The maximum number of addresses in one search. */
export const emailsMax = 100

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
  /** `full`, `lite`, `guest`, ..., or another value of the service. */
  seat: z.string().nullable(),
  /** Null: unknown. */
  groups: z.array(z.string()).nullable(),
  /** Null: unknown. */
  sites: z.array(z.string()).nullable(),
  timezone: z.string().nullable(),
  /** `active`, `deactivated`, `removed` (the service no longer has the user), or another value of the service. */
  status: z.string().nullable(),
  /** The latest import of this console that named the user; null when none did. */
  lastImport: userMention.nullable(),
})
export type UserRow = z.infer<typeof userRow>

export type UserSortName = (typeof userSortNames)[number]
export type UserSort = UserSortName | `-${UserSortName}`

export type UserFacetName = (typeof userFacetNames)[number]

/** Text in the index never contains NUL, and the database would not accept it. */
const asked = (charsMax: number) =>
  z
    .string()
    .max(charsMax)
    .refine((text) => !text.includes('\0'), serverText('common.fields.badCharacter'))
const choices = z.array(asked(500)).max(100).default([])

/**
 * The filter of a list of users, which is the same in the URLs of the page and of the API. Groups and sites are given
 * by name.
 */
export const userFilter = z.object({
  /** Parts of names and email addresses that must all match. Two or more complete addresses find each of these users. */
  q: asked(8_000).default(''),
  /** Complete email addresses. With several values, any of them matches. */
  email: z.array(asked(320)).max(emailsMax).default([]),
  /** Seats, such as `full`, `lite` or `guest`, and `none` for users without a seat. */
  seat: choices,
  /** Names of groups: users in any of them. `none`: users without groups, or whose groups are unknown. */
  group: choices,
  /** Names of sites: users with any of them. `none`: users without sites, or whose sites are unknown. */
  site: choices,
  /** IANA time zones, and `none` for users without one. */
  timezone: choices,
  /** `active`, `deactivated` or `removed`, and `none` for users without a status. */
  status: choices,
  /** Column to sort by. A leading `-` reverses the order. */
  sort: z.enum(userSorts).default('name'),
})
export type UserFilter = z.output<typeof userFilter>

/** Query of GET /api/users. */
export const userQuery = userFilter.extend({
  /** Cursor of the next page: `after` from the previous response. */
  after: z.string().max(2_000).optional(),
  /** Number of users per page. */
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Query of GET /api/users/export. */
export const userExportQuery = userFilter.extend({
  /** IANA time zone of the times in the file. UTC by default. */
  tz: z.string().max(100).refine(isTimeZone, serverText('common.notTimeZone')).optional(),
  /** Column names separated by commas, as in the address of the list. By default the columns that the list shows at first. */
  columns: z.string().max(1_000).optional(),
  /** Writes the users group by group, as the list shows them. A user with several values is written once. */
  groupBy: z.enum(userFacetNames).optional(),
  /** `csv`, or `xlsx` for an Excel file. */
  format: z.enum(tableFormats).default('csv'),
})
export type UserExportQuery = z.output<typeof userExportQuery>

/** How complete and how recent the index of users is. */
export const userReach = z.object({
  /** When the last complete listing ended; null before the first. */
  refreshedAt: instant.nullable(),
  /** Why the last listing did not complete; null when it did. */
  trouble: z.enum(['refused', 'failed']).nullable(),
  message: z.string().nullable(),
  /** How many users the running listing has read; null when none is running. */
  readCount: z.number().int().nullable(),
  /** Why groups are unknown or outdated; null when they are from the last listing. */
  groupsTrouble: z.string().nullable(),
})
export type UserReach = z.infer<typeof userReach>

export const userPage = z.object({
  rows: z.array(userRow),
  after: z.string().nullable(),
  total: z.number().int(),
  /** Requested addresses that no user has. */
  missing: z.array(z.string()),
  reach: userReach,
})
export type UserPage = z.infer<typeof userPage>

const facetValue = z.object({ value: z.string(), count: z.number().int() })
/** Response of GET /api/users/facets: values for the filters, each with its count under all other filters. */
export const userFacets = z.record(z.enum(userFacetNames), z.array(facetValue))
export type UserFacets = z.infer<typeof userFacets>

/** An import that named a user. */
export const userImport = userMention.extend({
  sourceName: z.string(),
  kind: z.enum(['check', 'run']),
  /** Row of the file, from 1 without its header row. */
  line: z.number().int(),
})

/** Response of GET /api/users/[userId]. */
export const userDetail = userRow.extend({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  locale: z.string().nullable(),
  groupList: z.array(z.object({ id: z.string(), name: z.string() })).nullable(),
  /** Other fields of the service, unchanged. */
  rest: z.record(z.string(), z.unknown()),
  seenAt: instant,
  removedAt: instant.nullable(),
  imports: z.array(userImport),
  reach: userReach,
})
export type UserDetail = z.infer<typeof userDetail>

/** Response of POST /api/users/refresh: the listing was requested. Open screens show its progress. */
export const userRefreshAnswer = z.object({ isAsked: z.literal(true) })
