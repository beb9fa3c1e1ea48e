import * as z from 'zod'
import { roles } from '@/lib/access/permissions'
import { passwordLengths } from '@/lib/auth/password-strength'
import { pageLanguages } from '@/lib/messages/languages'
import { clockStyles, dateStyles, isTimeZone } from '@/lib/time/time-format'
import { serverText } from '@/lib/server-text'
import { densities, fileLanguages, nameCharsMax, startPages, themes } from './values-model'

/** Preferences of a person. They are stored with the account, so that they apply in every browser. */

const zoneName = z.string().max(64).refine(isTimeZone, serverText('common.notTimeZone'))

export const preferenceFields = {
  /** Language of the interface. `browser`: as the browser. */
  language: z.union([z.literal('browser'), z.enum(pageLanguages)]),
  /** Colors of the interface. `system`: as the operating system. */
  theme: z.enum(themes),
  /** Time zone: `browser`, `UTC` or an IANA name. */
  zone: z.union([z.literal('browser'), zoneName]),
  /** Date format. `words`: 22 Nov 2026. `iso`: 2026-11-22. `us`: 11/22/2026. `dots`: 22.11.2026. */
  dates: z.enum(dateStyles),
  /** `24h`: 21:15. `12h`: 9:15 pm. */
  clock: z.enum(clockStyles),
  /** Height of rows in lists. */
  density: z.enum(densities),
  /** The page that opens after sign-in. */
  startPage: z.enum(startPages),
  /** Whether shortcuts of a single key are on. */
  singleKeys: z.boolean(),
  /** Language of exported files. `own`: the language of the interface. */
  files: z.enum(fileLanguages),
}

export const preferences = z.object(preferenceFields)
export type Preferences = z.infer<typeof preferences>

/**
 * What a browser reports in addition. It is used where the person chose `browser` and no browser takes part, as in
 * emails.
 */
export const browserFields = {
  /** Time zone of your browser, for emails and due dates if your zone is `browser`. */
  browserZone: zoneName,
  /** Language of your browser, for emails and scheduled files if your language is `browser`. */
  browserLanguage: z.enum(pageLanguages),
}

export const preferencesChange = z.strictObject({ ...preferenceFields, ...browserFields }).partial()
export type PreferencesChange = z.infer<typeof preferencesChange>
export type BrowserReport = Pick<PreferencesChange, keyof typeof browserFields>

/** Response of GET and PATCH /api/account. */
export const account = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** False for people who sign in only with a passkey or single sign-on. */
  hasPassword: z.boolean(),
  /** False if this person cannot sign in with a password, because passwords are turned off. */
  isPasswordAllowed: z.boolean(),
  passwordSetAt: z.string().nullable(),
})
export type Account = z.infer<typeof account>

export const accountChange = z.strictObject({
  /** Your new name: one line with at least one visible character. */
  name: z
    .string()
    .trim()
    .min(1, serverText('account.enterName'))
    .max(nameCharsMax)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, serverText('people.nameCharacter')),
})
export type AccountChange = z.infer<typeof accountChange>

// The length of a new password is checked elsewhere with its other rules, so that one sentence lists all problems.
export const passwordChange = z.strictObject({
  /** The current password. */
  current: z.string().min(1, serverText('account.enterCurrent')).max(passwordLengths.max),
  /** The new password. */
  next: z.string().min(1, serverText('account.enterNew')).max(4_000),
})
export type PasswordChange = z.infer<typeof passwordChange>

export const accountSession = z.object({
  sessionId: z.uuid(),
  /** The device, such as `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  method: z.enum(['password', 'passkey', 'oidc']),
  hasSecondFactor: z.boolean(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** The session of this request. */
  isThis: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

/** Response of GET /api/account/sessions: the current session first, then by last use. */
export const accountSessions = z.object({ sessions: z.array(accountSession) })

/** Response of requests that end sessions. */
export const endedSessions = z.object({ ended: z.number().int() })
