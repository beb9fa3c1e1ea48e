import * as z from 'zod'

/** What the sign-in form sends. Lengths end here, before anything is hashed. */
export const signInForm = z.object({
  csrfToken: z.string().max(200),
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(256),
})

export const signOutForm = z.object({ csrfToken: z.string().max(200) })
export const csrfAnswer = z.object({ csrfToken: z.string() })
export const signedAnswer = z.object({ ok: z.literal(true) })
