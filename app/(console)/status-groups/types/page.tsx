import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { TypeBoardPage } from '@/components/status-groups/board/type-board'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('statusGroups.board.title')

export default async function Page() {
  await requirePageSession('status-groups:read')
  return (
    <SectionMessages of={['statusGroups', 'assetChanges', 'status']}>
      <TypeBoardPage />
    </SectionMessages>
  )
}
