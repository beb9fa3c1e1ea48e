'use client'

// Must be the first import: no schema may parse before zod is configured not to compile code.
import '@/lib/browser/late/zod-config'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { NextIntlClientProvider, useTranslations } from 'next-intl'
import { usePathname } from 'next/navigation'
import { parseAsNativeArrayOf, parseAsString, useQueryState } from 'nuqs'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { PreferencesProvider } from '@/components/account/preferences-provider'
import { ToastProvider } from '@/components/ui/toast'
import { TooltipHost, TooltipProvider } from '@/components/ui/tooltip'
import { NonceContext } from '@/lib/browser/page-policy'
import { RenderedAtContext } from '@/lib/browser/now'
import { PhoneContext } from '@/components/ui/data-table/use-measured-viewport'
import { noteHydrated } from '@/components/ui/page-data/hydration'
import { setOwnTexts } from '@/lib/browser/own-texts'
import { type BrowserState, keepBrowserZone, type PagePreferences } from '@/lib/browser/preferences/preferences'
import { usePreferences } from '@/lib/browser/preferences/preferences-context'
import { createQueryClient } from '@/lib/browser/query-client'
import { listPath } from '@/lib/browser/routes'
import type { Messages } from '@/lib/messages/catalog'
import { directionOf, type PageLanguage } from '@/lib/messages/languages'
import { isTimeZone } from '@/lib/time/time-format'
import { useBrowserZone, ZoneContext } from '@/lib/browser/preferences/zone'

/** What every page needs around it: messages, cache, URL state, time zone, theme, tooltips and toasts. */
export function Providers({
  language,
  messages,
  page,
  browser,
  renderedAt,
  nonce,
  isPhone,
  children,
}: {
  language: PageLanguage
  /** As JSON. */
  messages: string
  page: PagePreferences
  browser: BrowserState
  renderedAt: number
  nonce: string
  isPhone: boolean
  children: ReactNode
}) {
  const [queryClient] = useState(createQueryClient)
  const parsed = useMemo(() => JSON.parse(messages) as Partial<Messages>, [messages])
  useEffect(noteHydrated, [])
  return (
    <CSPProvider nonce={nonce} disableStyleElements>
      <NextIntlClientProvider locale={language} timeZone="UTC" messages={parsed}>
        <OwnTexts />
        <QueryClientProvider client={queryClient}>
          <NuqsAdapter>
            <NonceContext value={nonce}>
              <PhoneContext value={isPhone}>
                <RenderedAtContext value={renderedAt}>
                  <PreferencesProvider page={page}>
                    <ZoneProvider reported={browser.browserZone}>
                      <DirectionProvider direction={directionOf(language)}>
                        <TooltipProvider delay={400}>
                          <ToastProvider>{children}</ToastProvider>
                          <TooltipHost />
                        </TooltipProvider>
                      </DirectionProvider>
                    </ZoneProvider>
                  </PreferencesProvider>
                </RenderedAtContext>
              </PhoneContext>
            </NonceContext>
          </NuqsAdapter>
        </QueryClientProvider>
      </NextIntlClientProvider>
    </CSPProvider>
  )
}

/** Sets the language of texts that are needed outside of components. */
function OwnTexts() {
  const t = useTranslations('browser')
  useEffect(() => setOwnTexts(t), [t])
  return null
}

// The list reads the same parameter. Each reader gets changes of the other before they are in the address, so both need
// the same format.
const namedZone = parseAsNativeArrayOf(parseAsString)

/** On the list, the address may name a zone. It takes precedence, so that a link shows everyone the same days and times. */
function ZoneProvider({ reported, children }: { reported: string; children: ReactNode }) {
  const { preferences, change } = usePreferences()
  const preferred = preferences.zone
  const [[named], setNamed] = useQueryState('tz', namedZone)
  const isOnList = usePathname() === listPath
  const choice = isOnList && named !== undefined && isTimeZone(named) ? named : preferred
  const browserZone = useBrowserZone(reported)
  useEffect(() => {
    if (browserZone !== reported) keepBrowserZone(browserZone)
  }, [browserZone, reported])
  const value = useMemo(
    () => ({
      choice,
      preferred,
      reported,
      setChoice: (next: string) => {
        change({ zone: next })
        if (isOnList) void setNamed([next === 'browser' ? browserZone : next], { history: 'replace' })
      },
    }),
    [choice, preferred, reported, isOnList, browserZone, setNamed, change],
  )
  return <ZoneContext value={value}>{children}</ZoneContext>
}
