import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { GroupListPage } from '@/components/status-groups/list/group-list'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('statusGroups.title')

export default async function Page() {
  await requirePageSession('status-groups:read')
  return (
    <SectionMessages of={['statusGroups', 'assetChanges', 'status', 'activity', 'savedViews']}>
      <GroupListPage />
    </SectionMessages>
  )
}
