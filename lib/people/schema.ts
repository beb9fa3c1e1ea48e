import * as z from 'zod'
import { roles } from '@/lib/access/permissions'

/** Changes of a person by admins, in requests and responses of /api. */

/** ID of a person's account. */
export const userId = z.uuid()
export const roleChange = z.object({
  /** The new role. */
  role: z.enum(roles),
})

/** How many sessions a change ended. */
export const endedSessions = z.object({ sessionsEnded: z.int().nonnegative() })
export type EndedSessions = z.infer<typeof endedSessions>

// The strength of the password is checked later with all other rules, so that all problems are reported together.
/** Body of POST /api/people/password-reset. */
export const newPasswordByLink = z.strictObject({
  /** The token at the end of the link. It works once. */
  token: z.string().min(1).max(100),
  /** The new password. */
  password: z.string().min(1).max(4_000),
})

/** The page of a link to set a new password. The token follows as the fragment. */
export const passwordResetPath = '/reset-password'

/** The link is shown only once, because only its hash is stored. */
export const passwordResetLink = z.object({
  link: z.url(),
  expiresAt: z.iso.datetime({ offset: true }),
  /** Whether it was also sent to the person by email. */
  isEmailed: z.boolean(),
})
export type PasswordResetLink = z.infer<typeof passwordResetLink>
