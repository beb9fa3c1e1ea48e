import type { Metadata } from 'next'
import { SystemPage } from '@/components/system/system-page'
import { can } from '@/lib/access/permissions'
import { requirePageSession } from '@/lib/auth/session'

export const metadata: Metadata = { title: 'System' }

export default async function Page() {
  const actor = await requirePageSession('system:read')
  return <SystemPage maySync={can(actor.role, 'system:write')} />
}
