import type { ReactNode } from 'react'
import { readPageSettings } from '@/app/page-settings'
import { SectionMessages } from '@/app/section-messages'
import { Frame } from '@/components/shell/frame'
import { ScoreThresholdsProvider } from '@/components/templates/score-thresholds'
import { requirePageSession } from '@/lib/auth/session'
import { settings } from '@/lib/env'
import { readThresholds } from '@/lib/templates/thresholds-data'

/** The frame of all pages after sign-in. It sends the messages of the dialogs that can open above any page. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [actor, { browser }] = await Promise.all([requirePageSession(), readPageSettings()])
  const thresholds = await readThresholds()
  return (
    // The dialogs and notices of the frame can appear above every page.
    <SectionMessages of={['factors', 'userJobStates']}>
      <Frame actor={actor} mode={settings().mode} railCollapsed={browser.railCollapsed}>
        <ScoreThresholdsProvider initial={thresholds}>{children}</ScoreThresholdsProvider>
      </Frame>
    </SectionMessages>
  )
}
