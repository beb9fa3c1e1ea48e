import * as z from 'zod'
import { roles } from '@/lib/access/permissions'
import { passwordLengths } from '@/lib/auth/password-strength'
import { pageLanguages } from '@/lib/messages/languages'
import { clockStyles, dateStyles, defaultTimeStyle, isTimeZone } from '@/lib/time/time-format'
import { serverText } from '@/lib/server-text'

/** Preferences of a person. They are stored with the account, so that they apply in every browser. */

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

export const fileLanguages = ['english', 'own'] as const

/** Pages to begin with after signing in. */
export const startPages = ['/', '/inspections', '/review', '/media', '/assets', '/activity', '/system'] as const
export type StartPage = (typeof startPages)[number]

const zoneName = z.string().max(64).refine(isTimeZone, serverText('common.notTimeZone'))

const fields = {
  /** `browser`, or a language of the interface. */
  language: z.union([z.literal('browser'), z.enum(pageLanguages)]),
  theme: z.enum(themes),
  /** `browser`, `UTC` or an IANA name. */
  zone: z.union([z.literal('browser'), zoneName]),
  dates: z.enum(dateStyles),
  clock: z.enum(clockStyles),
  density: z.enum(densities),
  startPage: z.enum(startPages),
  singleKeys: z.boolean(),
  /** Language of exported files: English, so that programs can read them, or that of the pages. */
  files: z.enum(fileLanguages),
}

export const preferences = z.object(fields)
export type Preferences = z.infer<typeof preferences>

export const preferencesChange = z.strictObject(fields).partial()
export type PreferencesChange = z.infer<typeof preferencesChange>

export const defaultPreferences: Preferences = {
  ...defaultTimeStyle,
  language: 'browser',
  theme: 'system',
  zone: 'browser',
  density: 'comfortable',
  startPage: '/',
  singleKeys: true,
  files: 'english',
}

/** `change` over `current`. Names that are there have values. */
export function mergePreferences(current: Preferences, change: PreferencesChange): Preferences {
  return storedPreferences.parse({ ...current, ...change })
}

/** Stored preferences. What is missing or unknown to this version counts as not chosen. */
export const storedPreferences = z.object({
  language: fields.language.catch(defaultPreferences.language),
  theme: fields.theme.catch(defaultPreferences.theme),
  zone: fields.zone.catch(defaultPreferences.zone),
  dates: fields.dates.catch(defaultPreferences.dates),
  clock: fields.clock.catch(defaultPreferences.clock),
  density: fields.density.catch(defaultPreferences.density),
  startPage: fields.startPage.catch(defaultPreferences.startPage),
  singleKeys: fields.singleKeys.catch(defaultPreferences.singleKeys),
  files: fields.files.catch(defaultPreferences.files),
})

/** Answer of GET and PATCH /api/account. */
export const account = z.object({
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** False for people who sign in with a passkey or single sign-on alone. */
  hasPassword: z.boolean(),
  passwordSetAt: z.string().nullable(),
})
export type Account = z.infer<typeof account>

export const nameCharsMax = 100

/** A name is one line that shows something. */
export const accountChange = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, serverText('account.enterName'))
    .max(nameCharsMax)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, serverText('people.nameCharacter')),
})
export type AccountChange = z.infer<typeof accountChange>

/** Lengths of a new password are judged with everything else about it, to say it in one sentence. */
export const passwordChange = z.strictObject({
  current: z.string().min(1, serverText('account.enterCurrent')).max(passwordLengths.max),
  next: z.string().min(1, serverText('account.enterNew')).max(4_000),
})
export type PasswordChange = z.infer<typeof passwordChange>

export const accountSession = z.object({
  sessionId: z.uuid(),
  /** `Firefox on Windows`. */
  device: z.string(),
  address: z.string(),
  method: z.enum(['password', 'passkey', 'oidc']),
  hasSecondFactor: z.boolean(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** The session that asks. */
  isThis: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

/** Answer of GET /api/account/sessions: this one first, then by last use. */
export const accountSessions = z.object({ sessions: z.array(accountSession) })

/** Answer of requests that end sessions. */
export const endedSessions = z.object({ ended: z.number().int() })
