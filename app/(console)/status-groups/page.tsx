import type { Metadata } from 'next'
import { GroupListPage } from '@/components/status-groups/list/group-list'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Status groups' }

export default async function Page() {
  await requirePageSession('status-groups:read')
  return <GroupListPage />
}
