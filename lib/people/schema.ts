import * as z from 'zod'
import { roles } from '@/lib/access/permissions'

/** Writes of admins about a person, as they cross /api. */

export const userId = z.uuid()
export const roleChange = z.object({ role: z.enum(roles) })

/** How many sessions a change ended. */
export const endedSessions = z.object({ sessionsEnded: z.int().nonnegative() })
export type EndedSessions = z.infer<typeof endedSessions>

/** The body of such a link's page. The password is judged with all other checks, to report them together. */
export const newPasswordByLink = z.strictObject({
  token: z.string().min(1).max(100),
  password: z.string().min(1).max(4_000),
})

/** The page of a link to set a new password; its token follows as the fragment. */
export const passwordResetPath = '/reset-password'

/** The link is shown this once: only its hash is stored. */
export const passwordResetLink = z.object({
  link: z.url(),
  expiresAt: z.iso.datetime({ offset: true }),
  /** Whether it was also sent to the person by email. */
  isEmailed: z.boolean(),
})
export type PasswordResetLink = z.infer<typeof passwordResetLink>
