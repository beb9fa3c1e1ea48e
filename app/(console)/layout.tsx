import type { ReactNode } from 'react'
import { readPageSettings } from '@/app/page-settings'
import { SectionMessages } from '@/app/section-messages'
import { Frame } from '@/components/shell/frame'
import { requirePageSession } from '@/lib/auth/session'
import { settings } from '@/lib/env'

/** The frame of all pages after sign-in. It sends the messages of the dialogs that can open above any page. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [actor, { browser }] = await Promise.all([requirePageSession(), readPageSettings()])
  return (
    // The dialogs and notices of the frame can appear above every page.
    <SectionMessages of={['factors', 'userJobStates']}>
      <Frame actor={actor} mode={settings().mode} railCollapsed={browser.railCollapsed}>
        {children}
      </Frame>
    </SectionMessages>
  )
}
