import type { BrowserReport, Preferences, PreferencesChange } from '@/lib/account/schema'
import { ownName } from '@/lib/base-path'

/**
 * A person's preferences are stored with their account. This browser keeps a copy in cookies, so that the server can
 * render the sign-in page with them, and a change takes effect here before it is saved in the account.
 */
export const preferenceCookies = {
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
export const browserCookies = {
  /** The zone the browser itself reported, for the first render of the next page. */
  browserZone: ownName('browser-zone'),
  rail: ownName('rail'),
  /** Whether the pages for developers are shown in the rail. */
  developer: ownName('rail-developer'),
  /** Changes that are not saved in the account yet, and the person they belong to: `<user id>.theme.zone`. */
  unsent: ownName('unsent-preferences'),
} as const

export type PreferenceName = keyof Preferences
export const preferenceNames = Object.keys(preferenceCookies) as PreferenceName[]

export interface BrowserState {
  browserZone: string
  railCollapsed: boolean
  isDeveloperOpen: boolean
}

export interface PagePreferences {
  preferences: Preferences
  /** Null without a session. Then changes stay in this browser. */
  account: {
    userId: string
    isStored: boolean
    unsent: PreferencesChange
    /** What the account knows of the person's browser. */
    browser?: BrowserReport | undefined
  } | null
  /** Whether the cookies already have these values. */
  isKept: boolean
}

/** Stores a copy for a year. Preferences are not secret, so plain cookies of this site are enough. */
export function keepPreferences(change: PreferencesChange): void {
  for (const name of preferenceNames) {
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

export function keepDeveloperOpen(isOpen: boolean): void {
  writeCookie(browserCookies.developer, isOpen ? 'open' : '')
}

function writeCookie(name: string, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = value === '' ? 0 : 31_536_000
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`
}
