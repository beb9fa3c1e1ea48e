'use client'

import { createContext, useContext } from 'react'
import type { Theme } from '@/lib/account/values-model'

export interface ThemeChoice {
  theme: Theme
  setTheme: (theme: Theme) => void
}

export const ThemeContext = createContext<ThemeChoice>({ theme: 'system', setTheme: () => {} })

/** The theme (light, dark or the system's), and how to change it. */
export function useTheme(): ThemeChoice {
  return useContext(ThemeContext)
}
