import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { GroupEditorPage } from '@/components/status-groups/editor/editor-page'
import { requirePageSession } from '@/lib/auth/session'
import { pathId } from '@/lib/ids'

export const metadata: Metadata = { title: 'Status group' }

// The group is read from the browser: it is the base of an edit, so it has to be of the moment it is shown.
export default async function Page({ params }: PageProps<'/status-groups/[groupId]'>) {
  await requirePageSession('status-groups:read')
  const groupId = pathId.safeParse(decodeURIComponent((await params).groupId))
  if (!groupId.success) notFound()
  return <GroupEditorPage key={groupId.data} groupId={groupId.data} />
}
