import type { ReactNode } from 'react'
import { readPageSettings } from '@/app/page-settings'
import { Frame } from '@/components/shell/frame'
import { requirePageSession } from '@/lib/auth/session'
import { settings } from '@/lib/env'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [actor, { browser }] = await Promise.all([requirePageSession(), readPageSettings()])
  return (
    <Frame actor={actor} mode={settings().mode} railCollapsed={browser.railCollapsed}>
      {children}
    </Frame>
  )
}
