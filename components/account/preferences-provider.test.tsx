// @vitest-environment jsdom
import { act, useEffect } from 'react'
import { createRoot, type Root } from '@/components/testing-root'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Preferences } from '@/lib/account/schema'
import { defaultPreferences } from '@/lib/account/model'
import type { PagePreferences } from '@/lib/browser/preferences/preferences'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { PreferencesProvider } from './preferences-provider'

let root: Root
const sent: Array<{ method: string; body: unknown }> = []
let stored: Preferences

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers()
  sent.length = 0
  stored = defaultPreferences
  vi.stubGlobal('fetch', (_path: string, { method = '', body }: RequestInit) => {
    sent.push({ method, body: JSON.parse(typeof body === 'string' ? body : '') as unknown })
    return Promise.resolve(new Response(JSON.stringify(stored)))
  })
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  localStorage.clear()
  delete document.documentElement.dataset['theme']
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

let seen: ReturnType<typeof usePreferences>
const read = (setting: typeof seen) => {
  seen = setting
}
function Reader() {
  const setting = usePreferences()
  useEffect(() => read(setting), [setting])
  return null
}
const cookies = () => document.cookie.split('; ').toSorted()

async function open(page: Partial<PagePreferences>) {
  const whole = { preferences: defaultPreferences, account: null, isKept: true, ...page }
  await act(async () =>
    root.render(
      <PreferencesProvider page={whole}>
        <Reader />
      </PreferencesProvider>,
    ),
  )
}
const ada = { userId: 'ada', isStored: true, unsent: {} }

describe('preferences in a page', () => {
  it('apply at once, are kept in the browser, and reach the account a moment later', async () => {
    await open({ account: ada })
    await act(async () => seen.change({ theme: 'dark' }))
    expect(seen.preferences.theme).toBe('dark')
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(cookies()).toEqual(['theme=dark', 'unsent-preferences=ada.theme'])
    expect(sent).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(sent).toEqual([{ method: 'PATCH', body: { theme: 'dark' } }])
    expect(cookies()).toEqual(['theme=dark'])
  })

  it('stay in this browser while no one is signed in', async () => {
    await open({})
    await act(async () => seen.change({ theme: 'light' }))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect([sent, cookies()]).toEqual([[], ['theme=light']])
  })

  it('of the account are kept in the browser for the sign-in page', async () => {
    await open({
      preferences: { ...defaultPreferences, theme: 'dark', singleKeys: false },
      account: ada,
      isKept: false,
    })
    expect(cookies()).toContain('theme=dark')
    expect(cookies()).toContain('single-keys=off')
    expect(sent).toEqual([])
  })

  it('of the browser are adopted by the account once, with the old density, unless another browser was first', async () => {
    localStorage.setItem('sightline.columns', JSON.stringify({ columns: null, isCompact: true }))
    stored = { ...defaultPreferences, theme: 'dark', zone: 'Asia/Tokyo' }
    await open({ account: { ...ada, isStored: false }, preferences: { ...defaultPreferences, theme: 'light' } })
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(sent).toEqual([{ method: 'PUT', body: { ...defaultPreferences, theme: 'light', density: 'compact' } }])
    expect(seen.preferences).toEqual(stored)
    expect(document.documentElement.dataset['theme']).toBe('dark')
    expect(cookies()).toContain('zone=Asia%2FTokyo')
  })

  it('keep a change that a person makes while older ones are being saved', async () => {
    let answer: () => void = vi.fn<() => void>()
    const takesLong = new Promise<void>((resolve) => (answer = resolve))
    const sendNow = globalThis.fetch
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const response = sendNow(path, init)
      if (init.method === 'PUT') await takesLong
      return response
    })
    stored = { ...defaultPreferences, theme: 'dark', zone: 'Asia/Tokyo' }
    await open({ account: { ...ada, isStored: false } })
    await act(async () => seen.change({ theme: 'light' }))
    await act(() => vi.advanceTimersByTimeAsync(5_000))
    expect(sent.map(({ method }) => method)).toEqual(['PUT'])
    answer()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(seen.preferences).toEqual({ ...stored, theme: 'light' })
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PATCH'])
  })

  it('report the zone and the language of this browser to an account that does not know them', async () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    await open({ account: { ...ada, browser: {} } })
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(sent).toEqual([{ method: 'PATCH', body: { browserZone: timeZone, browserLanguage: 'en' } }])
    await act(async () => root.unmount())
    root = createRoot(document.createElement('div'))
    await open({ account: { ...ada, browser: { browserZone: timeZone, browserLanguage: 'en' } } })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(sent).toHaveLength(1)
  })

  it('that did not reach the account the last time are sent again at the next visit', async () => {
    await open({ account: { ...ada, unsent: { theme: 'dark' } } })
    await act(() => vi.advanceTimersByTimeAsync(600))
    expect(sent).toEqual([{ method: 'PATCH', body: { theme: 'dark' } }])
  })
})
