import * as z from 'zod'
import { isTimeZone } from '@/lib/time/time-format'

/** What a person chose for this browser. Kept in cookies, so that the server already renders with it. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export const preferenceCookies = {
  theme: 'theme',
  /** `browser`, `UTC` or an IANA name. */
  zone: 'zone',
  /** The zone the browser itself reported, for the first render of the next page. */
  browserZone: 'browser-zone',
  rail: 'rail',
  singleKeys: 'single-keys',
} as const

export interface Preferences {
  theme: Theme
  zone: string
  browserZone: string
  railCollapsed: boolean
  singleKeys: boolean
}

const theme = z.enum(themes).catch('system')
const zone = z.string().max(64).refine(isTimeZone)

/** Reads the preferences out of cookies; anything unknown counts as not chosen. */
export function parsePreferences(read: (name: string) => string | undefined): Preferences {
  return {
    theme: theme.parse(read(preferenceCookies.theme)),
    zone: z
      .union([z.literal('browser'), zone])
      .catch('browser')
      .parse(read(preferenceCookies.zone)),
    browserZone: zone.catch('UTC').parse(read(preferenceCookies.browserZone)),
    railCollapsed: read(preferenceCookies.rail) === 'collapsed',
    singleKeys: read(preferenceCookies.singleKeys) !== 'off',
  }
}

/** Keeps one preference for a year. Not a secret, so a plain cookie of this site. */
export function keepPreference(name: keyof typeof preferenceCookies, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${preferenceCookies[name]}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`
}
