'use client'

// First: no schema may parse before zod is told not to compile code.
import '@/lib/browser/zod-config'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { parseAsNativeArrayOf, parseAsString, useQueryState } from 'nuqs'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { RenderedAtContext } from '@/lib/browser/now'
import { keepPreference, type Preferences, type Theme } from '@/lib/browser/preferences'
import { createQueryClient } from '@/lib/browser/query-client'
import { listPath } from '@/lib/browser/routes'
import { ThemeContext } from '@/lib/browser/theme'
import { isTimeZone } from '@/lib/time/time-format'
import { useBrowserZone, ZoneContext } from '@/lib/browser/zone'

/** What every page stands in: cache, URL state, time zone, theme, tooltips and toasts. */
export function Providers({
  preferences,
  renderedAt,
  nonce,
  children,
}: {
  preferences: Preferences
  renderedAt: number
  nonce: string
  children: ReactNode
}) {
  const [queryClient] = useState(createQueryClient)
  return (
    <CSPProvider nonce={nonce} disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <NuqsAdapter>
          <RenderedAtContext value={renderedAt}>
            <ZoneProvider preferences={preferences}>
              <ThemeProvider initial={preferences.theme}>
                <TooltipProvider delay={400}>
                  <ToastProvider>{children}</ToastProvider>
                  <TooltipHost />
                </TooltipProvider>
              </ThemeProvider>
            </ZoneProvider>
          </RenderedAtContext>
        </NuqsAdapter>
      </QueryClientProvider>
    </CSPProvider>
  )
}

// The list reads the same parameter: what one writes the other is handed before the address has it, so both need one form.
const namedZone = parseAsNativeArrayOf(parseAsString)

/** On the list the address may name a zone: it wins, so that a link shows the same days and times to everybody. */
function ZoneProvider({ preferences, children }: { preferences: Preferences; children: ReactNode }) {
  const [preferred, setPreferred] = useState(preferences.zone)
  const [[named], setNamed] = useQueryState('tz', namedZone)
  const isOnList = usePathname() === listPath
  const choice = isOnList && named !== undefined && isTimeZone(named) ? named : preferred
  const browserZone = useBrowserZone(preferences.browserZone)
  useEffect(() => {
    if (browserZone !== preferences.browserZone) keepPreference('browserZone', browserZone)
  }, [browserZone, preferences.browserZone])
  const value = useMemo(
    () => ({
      choice,
      preferred,
      reported: preferences.browserZone,
      setChoice: (next: string) => {
        setPreferred(next)
        keepPreference('zone', next)
        if (isOnList) void setNamed([next === 'browser' ? browserZone : next], { history: 'replace' })
      },
    }),
    [choice, preferred, preferences.browserZone, isOnList, browserZone, setNamed],
  )
  return <ZoneContext value={value}>{children}</ZoneContext>
}

function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial)
  const value = useMemo(
    () => ({
      theme,
      setTheme: (next: Theme) => {
        setTheme(next)
        keepPreference('theme', next)
        document.documentElement.dataset['theme'] = next
      },
    }),
    [theme],
  )
  return <ThemeContext value={value}>{children}</ThemeContext>
}
