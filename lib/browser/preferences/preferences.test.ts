import { describe, expect, it } from 'vitest'
import { defaultPreferences } from '@/lib/account/model'
import { readBrowserState, resolvePreferences, resolveZone } from './read-preferences'

const jar =
  (cookies: Record<string, string> = {}) =>
  (name: string) =>
    cookies[name]
const stored = { ...defaultPreferences, theme: 'dark', zone: 'Asia/Tokyo', singleKeys: false } as const

describe('the preferences that a page is rendered with', () => {
  it('are those of this browser while nobody is signed in, without unknown values', () => {
    const cookies = { theme: 'light', zone: 'Mars/Base', 'single-keys': 'off', dates: 'iso', clock: '13h' }
    expect(resolvePreferences(jar(cookies), null)).toEqual({
      preferences: { ...defaultPreferences, theme: 'light', singleKeys: false, dates: 'iso' },
      account: null,
      isKept: true,
    })
    expect(resolvePreferences(jar(), null).preferences).toEqual(defaultPreferences)
  })

  it('are those of the account after sign-in, and the browser stores them', () => {
    const page = resolvePreferences(jar({ theme: 'light' }), { userId: 'ada', stored })
    expect(page).toEqual({ preferences: stored, account: { userId: 'ada', isStored: true, unsent: {} }, isKept: false })
    const again = { theme: 'dark', zone: 'Asia/Tokyo', 'single-keys': 'off' }
    expect(resolvePreferences(jar(again), { userId: 'ada', stored }).isKept).toBe(true)
  })

  it('are those of the browser for an account that has none yet', () => {
    const page = resolvePreferences(jar({ theme: 'light' }), { userId: 'ada', stored: null })
    expect(page.preferences.theme).toBe('light')
    expect(page.account).toEqual({ userId: 'ada', isStored: false, unsent: {} })
  })

  it('keep a change that is not saved in the account yet, but only for the same person', () => {
    const cookies = { theme: 'light', zone: 'Europe/Dublin', 'unsent-preferences': 'ada.theme.other.__proto__' }
    const { preferences, account } = resolvePreferences(jar(cookies), { userId: 'ada', stored })
    expect(preferences).toEqual({ ...stored, theme: 'light' })
    expect(account?.unsent).toEqual({ theme: 'light' })
    expect(resolvePreferences(jar(cookies), { userId: 'ben', stored })).toMatchObject({
      preferences: stored,
      account: { unsent: {} },
    })
  })

  it('include the time zone before any script has run', () => {
    const browser = readBrowserState(
      jar({ 'browser-zone': 'America/Lima', rail: 'collapsed', 'rail-developer': 'open' }),
    )
    expect(browser).toEqual({ browserZone: 'America/Lima', railCollapsed: true, isDeveloperOpen: true })
    expect(resolveZone(defaultPreferences, browser)).toBe('America/Lima')
    expect(resolveZone(stored, browser)).toBe('Asia/Tokyo')
    expect(readBrowserState(jar({ 'browser-zone': 'x'.repeat(80) }))).toEqual({
      browserZone: 'UTC',
      railCollapsed: false,
      isDeveloperOpen: false,
    })
  })
})
