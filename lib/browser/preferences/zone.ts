'use client'

import { createContext, useContext, useSyncExternalStore } from 'react'
import { isTimeZone } from '@/lib/time/time-format'

export interface ZoneChoice {
  /** `browser`, `UTC` or an IANA name. */
  choice: string
  setChoice: (choice: string) => void
}

interface ZoneSetting extends ZoneChoice {
  /** The person's choice in this browser. `choice` differs from it when the address names a zone. */
  preferred: string
  /** What the browser reported on an earlier page. The server used it for rendering. */
  reported: string
}

export const ZoneContext = createContext<ZoneSetting>({
  choice: 'UTC',
  preferred: 'UTC',
  reported: 'UTC',
  setChoice: () => {},
})

/**
 * The time zone in which the console shows times (`zone`, an IANA name), and how to change it. Components resolve it
 * themselves, not the provider, because parts of a page hydrate late, and each must start with the zone it was rendered
 * in. `preferredZone` is the person's own choice, even if the address names another zone.
 */
export function useZone(): ZoneChoice & { zone: string; preferredZone: string } {
  const { choice, preferred, reported, setChoice } = useContext(ZoneContext)
  const browserZone = useBrowserZone(reported)
  const resolve = (chosen: string) => (chosen === 'browser' ? browserZone : chosen)
  return { choice, setChoice, zone: resolve(choice), preferredZone: resolve(preferred) }
}

const neverChanges = () => () => {}
let resolved: string | undefined

/** The zone that the browser itself has. Only in the browser. */
export function resolveBrowserZone(): string {
  const zone = (resolved ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)
  // A browser that does not know its zone reports "Etc/Unknown", which it does not accept as a zone itself.
  return isTimeZone(zone) ? zone : 'UTC'
}

/** The browser's own zone; during hydration, the zone it reported last time. */
export function useBrowserZone(reported: string): string {
  return useSyncExternalStore(neverChanges, resolveBrowserZone, () => reported)
}
