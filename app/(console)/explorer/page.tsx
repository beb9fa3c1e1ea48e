import type { Metadata } from 'next'
import { ExplorerStart } from '@/components/explorer/explorer-start'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'API explorer' }

export default async function Page() {
  await requirePageSession('system:read')
  return <ExplorerStart />
}
