import * as z from 'zod'

/** The body of the sign-in form. Lengths are limited here, before anything is hashed. */
export const signInForm = z.object({
  csrfToken: z.string().max(200),
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(256),
})

export const signOutForm = z.object({ csrfToken: z.string().max(200) })
export const csrfAnswer = z.object({ csrfToken: z.string() })
export const signedAnswer = z.object({ ok: z.literal(true) })

/** Starts a sign-in at the issuer, or a new proof of identity there. `next` is where to go afterwards. */
export const singleSignOnForm = z.object({
  csrfToken: z.string().max(200),
  next: z.string().max(2_000).optional(),
  purpose: z.enum(['sign-in', 'proof']).default('sign-in'),
})
/** The address at the issuer that the browser opens next. */
export const singleSignOnAnswer = z.object({ location: z.url() })
/** `leaveTo`: the address at the issuer that ends the session there too. */
export const signedOutAnswer = z.object({ ok: z.literal(true), leaveTo: z.url().optional() })
