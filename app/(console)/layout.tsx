import type { ReactNode } from 'react'
import { readPageSettings } from '@/app/page-settings'
import { SectionMessages } from '@/app/section-messages'
import { Frame } from '@/components/shell/frame'
import { ScoreThresholdsProvider } from '@/components/templates/score-thresholds'
import { PromisedData } from '@/components/ui/page-data/more-data'
import { requirePageSession } from '@/lib/auth/session'
import { resolveZone } from '@/lib/browser/preferences/read-preferences'
import { settings } from '@/lib/env'
import { readThresholds } from '@/lib/templates/thresholds-data'
import { readFrame } from './frame-data'

/** The frame of all pages after sign-in. It sends the messages of the dialogs that can open above any page. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const [actor, { page, browser }] = await Promise.all([requirePageSession(), readPageSettings()])
  // Not awaited, so that the page reads its own data at the same time.
  const frame = readFrame(actor, resolveZone(page.preferences, browser))
  const thresholds = await readThresholds()
  return (
    // The dialogs and notices of the frame can appear above every page.
    <SectionMessages of={['factors', 'userJobStates']}>
      <PromisedData data={frame}>
        <Frame actor={actor} mode={settings().mode} browser={browser}>
          <ScoreThresholdsProvider initial={thresholds}>{children}</ScoreThresholdsProvider>
        </Frame>
      </PromisedData>
    </SectionMessages>
  )
}
