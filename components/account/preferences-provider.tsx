'use client'

import { useLocale } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { wereRowsCompact } from '@/components/ui/data-table/columns/column-memory'
import { accountCalls } from '@/lib/account/queries'
import { isSamePreferences, mergePreferences } from '@/lib/account/model'
import type { BrowserReport, Preferences, PreferencesChange } from '@/lib/account/schema'
import { usePreferenceSender } from '@/lib/account/use-preference-sync'
import { keepPreferences, type PagePreferences } from '@/lib/browser/preferences/preferences'
import { PreferencesContext } from '@/lib/browser/preferences/preferences-context'
import { ThemeContext } from '@/lib/browser/preferences/theme'
import { resolveBrowserZone } from '@/lib/browser/preferences/zone'

/** The person's preferences: applied at once, kept in this browser, and saved to their account. */
export function PreferencesProvider({ page, children }: { page: PagePreferences; children: ReactNode }) {
  const { account, isKept } = page
  const [preferences, setPreferences] = useState(page.preferences)
  const sender = usePreferenceSender(account)
  const language = useLocale()

  const show = useCallback((change: PreferencesChange) => {
    setPreferences((current) => mergePreferences(current, change))
    keepPreferences(change)
    if (change.theme !== undefined) document.documentElement.dataset['theme'] = change.theme
  }, [])
  const change = useCallback(
    (next: PreferencesChange) => {
      show(next)
      sender?.add(next)
    },
    [show, sender],
  )

  const begin = useEffectEvent(() => {
    if (!isKept) keepPreferences(preferences)
    if (account === null) return
    if (account.isStored) sender?.add(account.unsent)
    // Changes made until then are newer and win.
    else sender?.sendAfter(adopt(preferences, (stored) => show({ ...stored, ...sender?.unsent })))
    if (account.browser !== undefined)
      sender?.add(
        findNews(account.browser, {
          browserZone: resolveBrowserZone(),
          ...(preferences.language === 'browser' ? { browserLanguage: language } : {}),
        }),
      )
  })
  useEffect(() => begin(), [])

  const value = useMemo(() => ({ preferences, change }), [preferences, change])
  const theme = useMemo(
    () => ({ theme: preferences.theme, setTheme: (next: Preferences['theme']) => change({ theme: next }) }),
    [preferences.theme, change],
  )
  return (
    <PreferencesContext value={value}>
      <ThemeContext value={theme}>{children}</ThemeContext>
    </PreferencesContext>
  )
}

/**
 * What the account does not know yet of this browser. It is needed where no browser takes part: the times of emails and
 * due dates, and the language of emails.
 */
const findNews = (known: BrowserReport, now: BrowserReport): BrowserReport => ({
  ...(now.browserZone === known.browserZone ? {} : { browserZone: now.browserZone }),
  ...(now.browserLanguage === undefined || now.browserLanguage === known.browserLanguage
    ? {}
    : { browserLanguage: now.browserLanguage }),
})

/**
 * The account adopts the preferences of this browser, at the first visit since accounts store them, unless another
 * browser was first.
 */
async function adopt(kept: Preferences, show: (stored: Preferences) => void): Promise<void> {
  const found: Preferences = wereRowsCompact() ? { ...kept, density: 'compact' } : kept
  try {
    const stored = await accountCalls.adoptPreferences(found)
    if (!isSamePreferences(stored, kept)) show(stored)
  } catch {
    // Nothing is lost: the next visit tries again.
  }
}
