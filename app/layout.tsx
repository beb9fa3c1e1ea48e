import { GeistMono } from 'geist/font/mono'
import { GeistSans } from 'geist/font/sans'
import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { readAccountPreferences } from '@/lib/account/data'
import { readBrowserState, resolvePreferences } from '@/lib/browser/preferences'
import { requestNonce } from '@/lib/http/nonce'
import './globals.css'
import { Providers } from './providers'

export const metadata: Metadata = {
  title: { default: 'Sightline', template: '%s · Sightline' },
  description: 'Inspections and their photos, in one place.',
  icons: { icon: '/favicon.svg' },
  robots: { index: false, follow: false },
  referrer: 'same-origin',
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
  const [jar, nonce, who] = await Promise.all([cookies(), requestNonce(), readAccountPreferences(await headers())])
  const readCookie = (name: string) => jar.get(name)?.value
  const page = resolvePreferences(readCookie, who)
  return (
    <html lang="en" data-theme={page.preferences.theme} className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <head>
        {/* Before every other script: React's own already need the Trusted Types policy. Browsers hide the nonce from
            the page, so what hydration reads differs from what was sent. */}
        {/* oxlint-disable-next-line nextjs/no-sync-scripts */}
        <script nonce={nonce} src="/trusted-types.js" suppressHydrationWarning />
      </head>
      <body className="min-h-dvh bg-canvas">
        <Providers page={page} browser={readBrowserState(readCookie)} renderedAt={Date.now()} nonce={nonce}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
