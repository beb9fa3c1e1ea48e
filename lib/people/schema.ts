import * as z from 'zod'
import { roles } from '@/lib/access/permissions'

/** Changes of a person by admins, in requests and responses of /api. */

export const userId = z.uuid()
export const roleChange = z.object({ role: z.enum(roles) })

/** How many sessions a change ended. */
export const endedSessions = z.object({ sessionsEnded: z.int().nonnegative() })
export type EndedSessions = z.infer<typeof endedSessions>

/**
 * The body of a request to set a password by a link. The strength of the password is checked later with all other
 * rules, so that all problems are reported together.
 */
export const newPasswordByLink = z.strictObject({
  token: z.string().min(1).max(100),
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
