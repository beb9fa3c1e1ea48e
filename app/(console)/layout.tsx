import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { SectionMessages } from '@/app/section-messages'
import { Frame } from '@/components/shell/frame'
import { requirePageSession } from '@/lib/auth/session'
import { readBrowserState } from '@/lib/browser/preferences'
import { settings } from '@/lib/env'

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [actor, jar] = await Promise.all([requirePageSession(), cookies()])
  const { railCollapsed } = readBrowserState((name) => jar.get(name)?.value)
  return (
    // The frame announces the end of imports on every page.
    <SectionMessages of={['userJobStates']}>
      <Frame actor={actor} mode={settings().mode} railCollapsed={railCollapsed}>
        {children}
      </Frame>
    </SectionMessages>
  )
}
