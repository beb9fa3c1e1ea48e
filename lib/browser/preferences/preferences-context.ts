'use client'

import { useLocale } from 'next-intl'
import { createContext, useContext, useMemo } from 'react'
import type { Preferences, PreferencesChange } from '@/lib/account/schema'
import { defaultPreferences } from '@/lib/account/model'
import type { TimeStyle } from '@/lib/time/time-format'

export interface PreferencesSetting {
  preferences: Preferences
  /** Takes effect in this browser at once, and in the account soon after. */
  change: (change: PreferencesChange) => void
}

export const PreferencesContext = createContext<PreferencesSetting>({
  preferences: defaultPreferences,
  change: () => {},
})

/** What the person chose, and how to change it. */
export function usePreferences(): PreferencesSetting {
  return useContext(PreferencesContext)
}

/** The person's format for times. */
export function useTimeStyle(): TimeStyle {
  const language = useLocale()
  const { dates, clock } = useContext(PreferencesContext).preferences
  return useMemo(() => ({ language, dates, clock }), [language, dates, clock])
}
