import {
  mergePreferences,
  type Preferences,
  type PreferencesChange,
  preferencesChange,
  storedPreferences,
} from '@/lib/account/schema'
import { ownName } from '@/lib/base-path'
import { isTimeZone } from '@/lib/time/time-format'

/**
 * A person's preferences are stored with their account. This browser keeps a copy in cookies, so that the server can
 * render the sign-in page with them, and a change takes effect here before it is saved in the account.
 */
const preferenceCookies = {
  language: ownName('language'),
  theme: ownName('theme'),
  zone: ownName('zone'),
  dates: ownName('dates'),
  clock: ownName('clock'),
  density: ownName('density'),
  startPage: ownName('start-page'),
  singleKeys: ownName('single-keys'),
  files: ownName('files'),
} as const satisfies Record<keyof Preferences, string>

/** Values of the browser itself. */
const browserCookies = {
  /** The zone the browser itself reported, for the first render of the next page. */
  browserZone: ownName('browser-zone'),
  rail: ownName('rail'),
  /** Changes that are not saved in the account yet, and the person they belong to: `<user id>.theme.zone`. */
  unsent: ownName('unsent-preferences'),
} as const

export type PreferenceName = keyof Preferences
const names = Object.keys(preferenceCookies) as PreferenceName[]

export interface BrowserState {
  browserZone: string
  railCollapsed: boolean
}

type ReadCookie = (name: string) => string | undefined

/** Reads the copy from cookies. Unknown values count as not chosen. */
export function readCookiePreferences(read: ReadCookie): Preferences {
  const kept: Partial<Record<PreferenceName, unknown>> = {}
  for (const name of names) kept[name] = read(preferenceCookies[name])
  return storedPreferences.parse({ ...kept, singleKeys: kept.singleKeys !== 'off' })
}

export function readBrowserState(read: ReadCookie): BrowserState {
  const zone = read(browserCookies.browserZone) ?? ''
  return {
    browserZone: zone.length <= 64 && isTimeZone(zone) ? zone : 'UTC',
    railCollapsed: read(browserCookies.rail) === 'collapsed',
  }
}

export interface AccountPreferences {
  userId: string
  /** Null if nothing was stored yet. */
  stored: Preferences | null
}

export interface PagePreferences {
  preferences: Preferences
  /** Null without a session. Then changes stay in this browser. */
  account: { userId: string; isStored: boolean; unsent: PreferencesChange } | null
  /** Whether the cookies already have these values. */
  isKept: boolean
}

/**
 * The preferences for rendering a page. The account takes precedence, except for changes in this browser that are not
 * saved yet. Preferences missing in the account come from the browser.
 */
export function resolvePreferences(read: ReadCookie, who: AccountPreferences | null): PagePreferences {
  const kept = readCookiePreferences(read)
  if (who === null) return { preferences: kept, account: null, isKept: true }
  const { userId, stored } = who
  const unsent = readUnsent(read, userId, kept)
  const preferences = stored === null ? kept : mergePreferences(stored, unsent)
  const isKept = names.every((name) => kept[name] === preferences[name])
  return { preferences, account: { userId, isStored: stored !== null, unsent }, isKept }
}

function readUnsent(read: ReadCookie, userId: string, kept: Preferences): PreferencesChange {
  const [owner, ...given] = (read(browserCookies.unsent) ?? '').split('.')
  if (owner !== userId) return {}
  const entries = names.filter((name) => given.includes(name)).map((name) => [name, kept[name]])
  return preferencesChange.parse(Object.fromEntries(entries))
}

/** The time zone in which the server renders a page. */
export function resolveZone({ zone }: Preferences, { browserZone }: BrowserState): string {
  return zone === 'browser' ? browserZone : zone
}

/** Stores a copy for a year. Preferences are not secret, so plain cookies of this site are enough. */
export function keepPreferences(change: PreferencesChange): void {
  for (const name of names) {
    const value = change[name]
    if (value !== undefined)
      writeCookie(preferenceCookies[name], name === 'singleKeys' ? (value === true ? 'on' : 'off') : String(value))
  }
}

/** Stores the names of changes that are not saved in the account yet. An empty list: all are saved. */
export function keepUnsent(userId: string, unsent: readonly PreferenceName[]): void {
  writeCookie(browserCookies.unsent, unsent.length === 0 ? '' : [userId, ...unsent].join('.'))
}

export function keepBrowserZone(zone: string): void {
  writeCookie(browserCookies.browserZone, zone)
}

export function keepRail(isCollapsed: boolean): void {
  writeCookie(browserCookies.rail, isCollapsed ? 'collapsed' : 'open')
}

function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = value === '' ? 0 : 31_536_000
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
