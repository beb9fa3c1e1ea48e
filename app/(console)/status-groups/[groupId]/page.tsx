import { notFound } from 'next/navigation'
import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { GroupEditorPage } from '@/components/status-groups/editor/editor-page'
import { requirePageSession } from '@/lib/auth/session'
import { pathId } from '@/lib/ids'

export const generateMetadata = titled('statusGroups.page.title')

// The browser reads the group, because the base of an edit has to be as new as possible.
export default async function Page({ params }: PageProps<'/status-groups/[groupId]'>) {
  await requirePageSession('status-groups:read')
  const groupId = pathId.safeParse(decodeURIComponent((await params).groupId))
  if (!groupId.success) notFound()
  return (
    <SectionMessages of={['statusGroups', 'assetChanges', 'status', 'activity']}>
      <GroupEditorPage key={groupId.data} groupId={groupId.data} />
    </SectionMessages>
  )
}
