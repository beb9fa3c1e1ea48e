import * as z from 'zod'
import { text } from './schema'

/** What exists already: users, groups, sites and permission sets that an import can refer to. */

/** Body of POST /api/user-jobs/lookup: which of these addresses belong to existing users. */
export const userLookup = z.object({
  /** Complete email addresses. */
  emails: z.array(text(320)).min(1).max(1_000),
})
// SafetyCulture may omit these fields for a user. Responses of older versions have none of them.
const told = z.string().nullable().default(null)
export const knownUsers = z.object({
  users: z.array(
    z.object({
      email: z.string(),
      userId: z.string(),
      firstName: told,
      lastName: told,
      seatType: told,
      timezone: told,
      status: told,
      /** In the form that upserts use: LANGUAGE_EN_US. */
      language: told,
    }),
  ),
})
export type KnownUsers = z.infer<typeof knownUsers>

/** The most names of one kind that are offered. */
export const referenceNamesMax = 5_000
/**
 * Response of GET /api/user-jobs/references: names to choose from. Sites that nothing in the index names may be
 * missing.
 */
export const userReferences = z.object({
  groups: z.array(z.string()),
  /** Whether the service listed its groups; otherwise these are the groups that inspections are shared with. */
  areGroupsWhole: z.boolean(),
  sites: z.array(z.string()),
  /** Permission sets that earlier imports used without an error. SafetyCulture lists none, so others may exist. */
  permissionSets: z.array(z.string()).default([]),
})
export type UserReferences = z.infer<typeof userReferences>
