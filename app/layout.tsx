import type { Metadata, Viewport } from 'next'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { addressOf } from '@/lib/base-path'
import { requestNonce } from '@/lib/http/nonce'
import { pickMessages } from '@/lib/messages/catalog'
import { directionOf } from '@/lib/messages/languages'
import './globals.css'
import { fontVariables } from './fonts'
import { readPageSettings } from './page-settings'
import { Providers } from './providers'
import { HeadScript } from './head-script'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell')
  return {
    title: { default: 'Sightline', template: '%s · Sightline' },
    description: t('description'),
    robots: { index: false, follow: false },
    referrer: 'same-origin',
  }
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f8f8' },
    { media: '(prefers-color-scheme: dark)', color: '#0e1312' },
  ],
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [nonce, { page, browser, language, isPhone }] = await Promise.all([requestNonce(), readPageSettings()])
  return (
    <html lang={language} dir={directionOf(language)} data-theme={page.preferences.theme} className={fontVariables}>
      <head>
        {/* Not part of the metadata, which may arrive after the page: the browser would first request /favicon.ico. */}
        <link rel="icon" href={addressOf('/favicon.svg')} type="image/svg+xml" />
      </head>
      <body className="min-h-dvh bg-canvas">
        <HeadScript nonce={nonce} />
        <Providers
          language={language}
          messages={await pickMessages(language, ['common', 'browser', 'shell'])}
          page={page}
          browser={browser}
          renderedAt={Date.now()}
          nonce={nonce}
          isPhone={isPhone}
        >
          {children}
        </Providers>
      </body>
    </html>
  )
}
