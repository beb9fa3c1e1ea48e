import type { ReactNode } from 'react'
import { SectionMessages } from '@/app/section-messages'
import { ExplorerFrame } from '@/components/explorer/explorer-frame'
import { requirePageSession } from '@/lib/auth/session'
import { listOperations } from '@/lib/explorer/data'

export default async function ExplorerLayout({ children }: { children: ReactNode }) {
  await requirePageSession('system:read')
  return (
    <SectionMessages of={['explorer']}>
      <ExplorerFrame operations={listOperations()}>{children}</ExplorerFrame>
    </SectionMessages>
  )
}
