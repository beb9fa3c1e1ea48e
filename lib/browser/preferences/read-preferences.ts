import { mergePreferences } from '@/lib/account/model'
import { type BrowserReport, type Preferences, type PreferencesChange, preferencesChange } from '@/lib/account/schema'
import { storedPreferences } from '@/lib/account/stored-schema'
import { isTimeZone } from '@/lib/time/time-format'
import {
  browserCookies,
  type BrowserState,
  type PagePreferences,
  preferenceCookies,
  type PreferenceName,
  preferenceNames,
} from './preferences'

// Apart from what the browser does with preferences: only the server reads cookies, with zod.

type ReadCookie = (name: string) => string | undefined

/** Reads the copy from cookies. Unknown values count as not chosen. */
export function readCookiePreferences(read: ReadCookie): Preferences {
  const kept: Partial<Record<PreferenceName, unknown>> = {}
  for (const name of preferenceNames) kept[name] = read(preferenceCookies[name])
  return storedPreferences.parse({ ...kept, singleKeys: kept.singleKeys !== 'off' })
}

export function readBrowserState(read: ReadCookie): BrowserState {
  const zone = read(browserCookies.browserZone) ?? ''
  return {
    browserZone: zone.length <= 64 && isTimeZone(zone) ? zone : 'UTC',
    railCollapsed: read(browserCookies.rail) === 'collapsed',
    isDeveloperOpen: read(browserCookies.developer) === 'open',
  }
}

export interface AccountPreferences {
  userId: string
  /** Null if nothing was stored yet. */
  stored: Preferences | null
  /** What a browser of the person reported last. */
  browser?: BrowserReport | undefined
}

/**
 * The preferences for rendering a page. The account takes precedence, except for changes in this browser that are not
 * saved yet. Preferences missing in the account come from the browser.
 */
export function resolvePreferences(read: ReadCookie, who: AccountPreferences | null): PagePreferences {
  const kept = readCookiePreferences(read)
  if (who === null) return { preferences: kept, account: null, isKept: true }
  const { userId, stored, browser } = who
  const unsent = readUnsent(read, userId, kept)
  const preferences = stored === null ? kept : mergePreferences(stored, unsent)
  const isKept = preferenceNames.every((name) => kept[name] === preferences[name])
  return { preferences, account: { userId, isStored: stored !== null, unsent, browser }, isKept }
}

function readUnsent(read: ReadCookie, userId: string, kept: Preferences): PreferencesChange {
  const [owner, ...given] = (read(browserCookies.unsent) ?? '').split('.')
  if (owner !== userId) return {}
  const entries = preferenceNames.filter((name) => given.includes(name)).map((name) => [name, kept[name]])
  return preferencesChange.parse(Object.fromEntries(entries))
}

/** The time zone in which the server renders a page. */
export function resolveZone({ zone }: Preferences, { browserZone }: BrowserState): string {
  return zone === 'browser' ? browserZone : zone
}
