import * as z from 'zod'

/** Users of the organization as the service lists them, and the jobs of this console that brought them in. */

const instant = z.iso.datetime({ offset: true })
/** As many addresses as one search may name. */
export const emailsMax = 100

export const userMention = z.object({
  jobId: z.uuid(),
  at: instant,
  /** What became of the user in that job. */
  state: z.string(),
})

export const userRow = z.object({
  userId: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  seatType: z.string().nullable(),
  timezone: z.string().nullable(),
  status: z.string().nullable(),
  locale: z.string().nullable(),
  /** The latest job of this console that named the user; null when none did. */
  lastJob: userMention.nullable(),
})
export type UserRow = z.infer<typeof userRow>

/** Query of GET /api/users: addresses to look for, or nothing for a page of all users. */
export const userQuery = z.object({
  email: z.array(z.string().trim().min(3).max(320)).max(emailsMax).default([]),
  after: z.string().max(2_000).optional(),
})

export const userPage = z.object({
  users: z.array(userRow),
  /** Addresses that no user has. */
  missing: z.array(z.string()),
  after: z.string().nullable(),
})
export type UserPage = z.infer<typeof userPage>

/** The addresses in a pasted text: split at spaces, commas, semicolons and lines; `Name <a@x>` gives a@x. */
export function splitEmails(text: string): string[] {
  const found = text.match(/[^\s,;<>"']+@[^\s,;<>"']+/g) ?? []
  return [...new Set(found.map((email) => email.toLowerCase()))]
}
