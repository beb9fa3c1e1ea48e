'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'
import { isTimeZone } from './time-format'

export interface ZoneChoice {
  /** `browser`, `UTC` or an IANA name. */
  choice: string
  /** The IANA name in force. */
  zone: string
  setChoice: (choice: string) => void
}

export const ZoneContext = createContext<ZoneChoice>({ choice: 'UTC', zone: 'UTC', setChoice: () => {} })

/** The time zone in which the console shows times, and how to change it. */
export function useZone(): ZoneChoice {
  return useContext(ZoneContext)
}

const neverChanges = () => () => {}
let resolved: string | undefined

function resolveBrowserZone(): string {
  const reported = (resolved ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
  // A browser that cannot tell says "Etc/Unknown", which it then refuses itself.
  return isTimeZone(reported) ? reported : 'UTC'
}

/** The browser's own zone; while hydrating, the one it reported last time. */
export function useBrowserZone(reported: string): string {
  return useSyncExternalStore(neverChanges, resolveBrowserZone, () => reported)
}
