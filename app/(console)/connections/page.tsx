import type { Metadata } from 'next'
import { ConnectionsPage } from '@/components/connections/connections-page'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'Connections' }

export default async function Page() {
  await requirePageSession('lists:read')
  return <ConnectionsPage />
}
