import {
  mergePreferences,
  type Preferences,
  type PreferencesChange,
  preferencesChange,
  storedPreferences,
} from '@/lib/account/schema'
import { isTimeZone } from '@/lib/time/time-format'

/**
 * What a person chose is stored with their account. This browser keeps a copy in cookies, so that the server renders the
 * sign-in page with it, and a change holds here until the account has it.
 */
const preferenceCookies = {
  language: 'language',
  theme: 'theme',
  zone: 'zone',
  dates: 'dates',
  clock: 'clock',
  density: 'density',
  startPage: 'start-page',
  singleKeys: 'single-keys',
} as const satisfies Record<keyof Preferences, string>

/** What belongs to the browser itself. */
const browserCookies = {
  /** The zone the browser itself reported, for the first render of the next page. */
  browserZone: 'browser-zone',
  rail: 'rail',
  /** Whose changes have not reached the account yet, and which: `<user id>.theme.zone`. */
  unsent: 'unsent-preferences',
} as const

export type PreferenceName = keyof Preferences
const names = Object.keys(preferenceCookies) as PreferenceName[]

export interface BrowserState {
  browserZone: string
  railCollapsed: boolean
}

type ReadCookie = (name: string) => string | undefined

/** Reads the copy out of cookies; anything unknown counts as not chosen. */
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
  /** Null before anything was stored. */
  stored: Preferences | null
}

export interface PagePreferences {
  preferences: Preferences
  /** Null while nobody is signed in: then changes stay in this browser. */
  account: { userId: string; isStored: boolean; unsent: PreferencesChange } | null
  /** Whether the cookies say the same. */
  isKept: boolean
}

/**
 * What a page is rendered with. Those of the account win, except for changes of this browser that it does not have yet. While
 * nothing is stored there, those of the browser hold.
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

/** The zone that a page from the server is in. */
export function resolveZone({ zone }: Preferences, { browserZone }: BrowserState): string {
  return zone === 'browser' ? browserZone : zone
}

/** Keeps a copy for a year. Not a secret, so plain cookies of this site. */
export function keepPreferences(change: PreferencesChange): void {
  for (const name of names) {
    const value = change[name]
    if (value !== undefined)
      writeCookie(preferenceCookies[name], name === 'singleKeys' ? (value === true ? 'on' : 'off') : String(value))
  }
}

/** Names the changes that the account does not have yet; none: it has all. */
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
